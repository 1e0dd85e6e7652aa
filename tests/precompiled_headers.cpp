// The one source of the target whose precompiled headers all tests use. GoogleTest's library has
// its main().
