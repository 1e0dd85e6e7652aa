/* What the headers need for calls in the form that a function had in an earlier version of CUDA. In
   C++ such a form is an overload of the present function. A program may also take the function's
   address, which must go on to mean the present form alone: clang lets nobody take the address of
   a function with a parameter of this attribute, so that only calls see it. Other compilers know
   no such thing, so they get the present forms only. */
#ifndef HEDDLE_EARLIER_FORMS_H
#define HEDDLE_EARLIER_FORMS_H

#if defined(__cplusplus) && defined(__clang__) && !defined(HEDDLE_PRESENT_FORMS_ONLY)
#define HEDDLE_EARLIER_FORMS 1
#define HEDDLE_CALLED_ONLY __attribute__((pass_object_size(0)))
#else
#define HEDDLE_CALLED_ONLY
#endif

#endif
