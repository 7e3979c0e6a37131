// A library that leaves a mark as soon as it is loaded.
#include <unistd.h>
__attribute__((constructor)) static void loaded(void) { if (write(9, "evil", 4) < 0) return; }
