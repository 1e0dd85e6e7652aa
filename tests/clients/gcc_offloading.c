/* A loop that GCC offloads, by OpenACC with -fopenacc and by OpenMP with -fopenmp. Prints the sum,
   and where it was computed. */
#ifdef _OPENMP
#include <omp.h>
#else
#include <openacc.h>
#endif
#include <stdio.h>

enum { kCount = 1000 };

int main(void) {
  int sum = 0, onHost = 1;
#ifdef _OPENMP
#pragma omp target map(from : onHost)
  onHost = omp_is_initial_device();
#else
#pragma acc parallel copyout(onHost)
  onHost = acc_on_device(acc_device_host);
#endif
#pragma acc parallel loop reduction(+ : sum)
#pragma omp target map(tofrom : sum)
  for (int i = 0; i < kCount; ++i)
    sum += i;
  printf("%d on the %s\n", sum, onHost ? "host" : "device");
  return 0;
}
