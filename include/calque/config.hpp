// The version of calque, and the few macros its headers share.
#pragma once

#define CALQUE_VERSION_MAJOR 0
#define CALQUE_VERSION_MINOR 1
#define CALQUE_VERSION_PATCH 0

// A broken invariant of the library itself. What a caller can get wrong is an exception instead.
#if !defined(CALQUE_ASSERT)
#if defined(NDEBUG)
#define CALQUE_ASSERT(condition) ((void)0)
#else
#include <cassert>
#define CALQUE_ASSERT(condition) assert(condition)
#endif
#endif

// Where wrapped code calls the library: kept out of line so that the caller's code stays small.
#if defined(__GNUC__)
#define CALQUE_COLD __attribute__((noinline, cold))
#else
#define CALQUE_COLD
#endif
