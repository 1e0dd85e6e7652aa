// The boundary between C++ and a C API: what an exported function does with an exception.
#pragma once

#include <cxxabi.h>
#include <new>
#include <stdexcept>
#include <system_error>

namespace heddle {

// The codes of an API for what the C++ library throws.
template <class Result> struct ExceptionCodes {
  Result outOfMemory;
  Result operatingSystem; // a thread could not be started
  Result internalError;
};

// The code for the exception that is being handled. Must be called in a catch block.
template <class Result> Result codeOfException(const ExceptionCodes<Result>& codes) {
  try {
    throw;
  } catch (const abi::__forced_unwind&) {
    throw; // The thread is being cancelled. That cannot be stopped here.
  } catch (const std::bad_alloc&) {
    return codes.outOfMemory;
  } catch (const std::length_error&) {
    return codes.outOfMemory;
  } catch (const std::system_error&) {
    return codes.operatingSystem;
  } catch (...) {
    return codes.internalError;
  }
}

// Runs the body of a function of a C API, from which no exception may leave.
template <class Result, class Body>
Result withoutExceptions(const ExceptionCodes<Result>& codes, Body&& body) {
  try {
    return body();
  } catch (...) {
    return codeOfException(codes);
  }
}

} // namespace heddle
