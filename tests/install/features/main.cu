#include "plain_main.cpp"
