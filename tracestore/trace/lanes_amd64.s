#include "textflag.h"

// Keccak-f[1600] on several states at once. Word i of state l lies at index
// width*i + l. Both end with VZEROUPPER: without it every legacy SSE
// instruction that follows on the thread (SHA-NI among them) runs at a
// fraction of its speed.

DATA ·roundConstants+0(SB)/8, $0x0000000000000001
DATA ·roundConstants+8(SB)/8, $0x0000000000008082
DATA ·roundConstants+16(SB)/8, $0x800000000000808a
DATA ·roundConstants+24(SB)/8, $0x8000000080008000
DATA ·roundConstants+32(SB)/8, $0x000000000000808b
DATA ·roundConstants+40(SB)/8, $0x0000000080000001
DATA ·roundConstants+48(SB)/8, $0x8000000080008081
DATA ·roundConstants+56(SB)/8, $0x8000000000008009
DATA ·roundConstants+64(SB)/8, $0x000000000000008a
DATA ·roundConstants+72(SB)/8, $0x0000000000000088
DATA ·roundConstants+80(SB)/8, $0x0000000080008009
DATA ·roundConstants+88(SB)/8, $0x000000008000000a
DATA ·roundConstants+96(SB)/8, $0x000000008000808b
DATA ·roundConstants+104(SB)/8, $0x800000000000008b
DATA ·roundConstants+112(SB)/8, $0x8000000000008089
DATA ·roundConstants+120(SB)/8, $0x8000000000008003
DATA ·roundConstants+128(SB)/8, $0x8000000000008002
DATA ·roundConstants+136(SB)/8, $0x8000000000000080
DATA ·roundConstants+144(SB)/8, $0x000000000000800a
DATA ·roundConstants+152(SB)/8, $0x800000008000000a
DATA ·roundConstants+160(SB)/8, $0x8000000080008081
DATA ·roundConstants+168(SB)/8, $0x8000000000008080
DATA ·roundConstants+176(SB)/8, $0x0000000080000001
DATA ·roundConstants+184(SB)/8, $0x8000000080008008
GLOBL ·roundConstants(SB), RODATA|NOPTR, $192

// Theta of one column: d = rol(c[x+1], 1), then every word of the column takes
// c[x-1] ^ d. 0x96 is the exclusive or of three.
#define COLUMN8(prev, next, a0, a1, a2, a3, a4) \
	VPROLQ     $1, next, Z30; \
	VPTERNLOGQ $0x96, prev, Z30, a0; \
	VPTERNLOGQ $0x96, prev, Z30, a1; \
	VPTERNLOGQ $0x96, prev, Z30, a2; \
	VPTERNLOGQ $0x96, prev, Z30, a3; \
	VPTERNLOGQ $0x96, prev, Z30, a4

#define PARITY8(c, a0, a1, a2, a3, a4) \
	VMOVDQA64  a0, c; \
	VPTERNLOGQ $0x96, a1, a2, c; \
	VPTERNLOGQ $0x96, a3, a4, c

// Chi of one row; 0xD2 is a ^ (^b & c).
#define ROW8(a0, a1, a2, a3, a4) \
	VMOVDQA64  a0, Z30; \
	VMOVDQA64  a1, Z31; \
	VPTERNLOGQ $0xD2, a2, a1, a0; \
	VPTERNLOGQ $0xD2, a3, a2, a1; \
	VPTERNLOGQ $0xD2, a4, a3, a2; \
	VPTERNLOGQ $0xD2, Z30, a4, a3; \
	VPTERNLOGQ $0xD2, Z31, Z30, a4

// One round. Pi moves no word: the next round names the registers anew.
#define ROUND8(rc, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24) \
	PARITY8(Z25, a0, a5, a10, a15, a20); \
	PARITY8(Z26, a1, a6, a11, a16, a21); \
	PARITY8(Z27, a2, a7, a12, a17, a22); \
	PARITY8(Z28, a3, a8, a13, a18, a23); \
	PARITY8(Z29, a4, a9, a14, a19, a24); \
	COLUMN8(Z29, Z26, a0, a5, a10, a15, a20); \
	COLUMN8(Z25, Z27, a1, a6, a11, a16, a21); \
	COLUMN8(Z26, Z28, a2, a7, a12, a17, a22); \
	COLUMN8(Z27, Z29, a3, a8, a13, a18, a23); \
	COLUMN8(Z28, Z25, a4, a9, a14, a19, a24); \
	VPROLQ     $36, a5, a5; \
	VPROLQ     $3, a10, a10; \
	VPROLQ     $41, a15, a15; \
	VPROLQ     $18, a20, a20; \
	VPROLQ     $1, a1, a1; \
	VPROLQ     $44, a6, a6; \
	VPROLQ     $10, a11, a11; \
	VPROLQ     $45, a16, a16; \
	VPROLQ     $2, a21, a21; \
	VPROLQ     $62, a2, a2; \
	VPROLQ     $6, a7, a7; \
	VPROLQ     $43, a12, a12; \
	VPROLQ     $15, a17, a17; \
	VPROLQ     $61, a22, a22; \
	VPROLQ     $28, a3, a3; \
	VPROLQ     $55, a8, a8; \
	VPROLQ     $25, a13, a13; \
	VPROLQ     $21, a18, a18; \
	VPROLQ     $56, a23, a23; \
	VPROLQ     $27, a4, a4; \
	VPROLQ     $20, a9, a9; \
	VPROLQ     $39, a14, a14; \
	VPROLQ     $8, a19, a19; \
	VPROLQ     $14, a24, a24; \
	ROW8(a0, a6, a12, a18, a24); \
	ROW8(a3, a9, a10, a16, a22); \
	ROW8(a1, a7, a13, a19, a20); \
	ROW8(a4, a5, a11, a17, a23); \
	ROW8(a2, a8, a14, a15, a21); \
	VPXORQ.BCST rc(R8), a0, a0

// func permute8(state *[200]uint64)
// Requires: AVX512F
TEXT ·permute8(SB), NOSPLIT, $0-8
	MOVQ state+0(FP), AX
	LEAQ ·roundConstants(SB), R8
	VMOVDQU64 0(AX), Z0
	VMOVDQU64 64(AX), Z1
	VMOVDQU64 128(AX), Z2
	VMOVDQU64 192(AX), Z3
	VMOVDQU64 256(AX), Z4
	VMOVDQU64 320(AX), Z5
	VMOVDQU64 384(AX), Z6
	VMOVDQU64 448(AX), Z7
	VMOVDQU64 512(AX), Z8
	VMOVDQU64 576(AX), Z9
	VMOVDQU64 640(AX), Z10
	VMOVDQU64 704(AX), Z11
	VMOVDQU64 768(AX), Z12
	VMOVDQU64 832(AX), Z13
	VMOVDQU64 896(AX), Z14
	VMOVDQU64 960(AX), Z15
	VMOVDQU64 1024(AX), Z16
	VMOVDQU64 1088(AX), Z17
	VMOVDQU64 1152(AX), Z18
	VMOVDQU64 1216(AX), Z19
	VMOVDQU64 1280(AX), Z20
	VMOVDQU64 1344(AX), Z21
	VMOVDQU64 1408(AX), Z22
	VMOVDQU64 1472(AX), Z23
	VMOVDQU64 1536(AX), Z24
	ROUND8(0, Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7, Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15, Z16, Z17, Z18, Z19, Z20, Z21, Z22, Z23, Z24)
	ROUND8(8, Z0, Z6, Z12, Z18, Z24, Z3, Z9, Z10, Z16, Z22, Z1, Z7, Z13, Z19, Z20, Z4, Z5, Z11, Z17, Z23, Z2, Z8, Z14, Z15, Z21)
	ROUND8(16, Z0, Z9, Z13, Z17, Z21, Z18, Z22, Z1, Z5, Z14, Z6, Z10, Z19, Z23, Z2, Z24, Z3, Z7, Z11, Z15, Z12, Z16, Z20, Z4, Z8)
	ROUND8(24, Z0, Z22, Z19, Z11, Z8, Z17, Z14, Z6, Z3, Z20, Z9, Z1, Z23, Z15, Z12, Z21, Z18, Z10, Z7, Z4, Z13, Z5, Z2, Z24, Z16)
	ROUND8(32, Z0, Z14, Z23, Z7, Z16, Z11, Z20, Z9, Z18, Z2, Z22, Z6, Z15, Z4, Z13, Z8, Z17, Z1, Z10, Z24, Z19, Z3, Z12, Z21, Z5)
	ROUND8(40, Z0, Z20, Z15, Z10, Z5, Z7, Z2, Z22, Z17, Z12, Z14, Z9, Z4, Z24, Z19, Z16, Z11, Z6, Z1, Z21, Z23, Z18, Z13, Z8, Z3)
	ROUND8(48, Z0, Z2, Z4, Z1, Z3, Z10, Z12, Z14, Z11, Z13, Z20, Z22, Z24, Z21, Z23, Z5, Z7, Z9, Z6, Z8, Z15, Z17, Z19, Z16, Z18)
	ROUND8(56, Z0, Z12, Z24, Z6, Z18, Z1, Z13, Z20, Z7, Z19, Z2, Z14, Z21, Z8, Z15, Z3, Z10, Z22, Z9, Z16, Z4, Z11, Z23, Z5, Z17)
	ROUND8(64, Z0, Z13, Z21, Z9, Z17, Z6, Z19, Z2, Z10, Z23, Z12, Z20, Z8, Z16, Z4, Z18, Z1, Z14, Z22, Z5, Z24, Z7, Z15, Z3, Z11)
	ROUND8(72, Z0, Z19, Z8, Z22, Z11, Z9, Z23, Z12, Z1, Z15, Z13, Z2, Z16, Z5, Z24, Z17, Z6, Z20, Z14, Z3, Z21, Z10, Z4, Z18, Z7)
	ROUND8(80, Z0, Z23, Z16, Z14, Z7, Z22, Z15, Z13, Z6, Z4, Z19, Z12, Z5, Z3, Z21, Z11, Z9, Z2, Z20, Z18, Z8, Z1, Z24, Z17, Z10)
	ROUND8(88, Z0, Z15, Z5, Z20, Z10, Z14, Z4, Z19, Z9, Z24, Z23, Z13, Z3, Z18, Z8, Z7, Z22, Z12, Z2, Z17, Z16, Z6, Z21, Z11, Z1)
	ROUND8(96, Z0, Z4, Z3, Z2, Z1, Z20, Z24, Z23, Z22, Z21, Z15, Z19, Z18, Z17, Z16, Z10, Z14, Z13, Z12, Z11, Z5, Z9, Z8, Z7, Z6)
	ROUND8(104, Z0, Z24, Z18, Z12, Z6, Z2, Z21, Z15, Z14, Z8, Z4, Z23, Z17, Z11, Z5, Z1, Z20, Z19, Z13, Z7, Z3, Z22, Z16, Z10, Z9)
	ROUND8(112, Z0, Z21, Z17, Z13, Z9, Z12, Z8, Z4, Z20, Z16, Z24, Z15, Z11, Z7, Z3, Z6, Z2, Z23, Z19, Z10, Z18, Z14, Z5, Z1, Z22)
	ROUND8(120, Z0, Z8, Z11, Z19, Z22, Z13, Z16, Z24, Z2, Z5, Z21, Z4, Z7, Z10, Z18, Z9, Z12, Z15, Z23, Z1, Z17, Z20, Z3, Z6, Z14)
	ROUND8(128, Z0, Z16, Z7, Z23, Z14, Z19, Z5, Z21, Z12, Z3, Z8, Z24, Z10, Z1, Z17, Z22, Z13, Z4, Z15, Z6, Z11, Z2, Z18, Z9, Z20)
	ROUND8(136, Z0, Z5, Z10, Z15, Z20, Z23, Z3, Z8, Z13, Z18, Z16, Z21, Z1, Z6, Z11, Z14, Z19, Z24, Z4, Z9, Z7, Z12, Z17, Z22, Z2)
	ROUND8(144, Z0, Z3, Z1, Z4, Z2, Z15, Z18, Z16, Z19, Z17, Z5, Z8, Z6, Z9, Z7, Z20, Z23, Z21, Z24, Z22, Z10, Z13, Z11, Z14, Z12)
	ROUND8(152, Z0, Z18, Z6, Z24, Z12, Z4, Z17, Z5, Z23, Z11, Z3, Z16, Z9, Z22, Z10, Z2, Z15, Z8, Z21, Z14, Z1, Z19, Z7, Z20, Z13)
	ROUND8(160, Z0, Z17, Z9, Z21, Z13, Z24, Z11, Z3, Z15, Z7, Z18, Z5, Z22, Z14, Z1, Z12, Z4, Z16, Z8, Z20, Z6, Z23, Z10, Z2, Z19)
	ROUND8(168, Z0, Z11, Z22, Z8, Z19, Z21, Z7, Z18, Z4, Z10, Z17, Z3, Z14, Z20, Z6, Z13, Z24, Z5, Z16, Z2, Z9, Z15, Z1, Z12, Z23)
	ROUND8(176, Z0, Z7, Z14, Z16, Z23, Z8, Z10, Z17, Z24, Z1, Z11, Z18, Z20, Z2, Z9, Z19, Z21, Z3, Z5, Z12, Z22, Z4, Z6, Z13, Z15)
	ROUND8(184, Z0, Z10, Z20, Z5, Z15, Z16, Z1, Z11, Z21, Z6, Z7, Z17, Z2, Z12, Z22, Z23, Z8, Z18, Z3, Z13, Z14, Z24, Z9, Z19, Z4)
	VMOVDQU64 Z0, 0(AX)
	VMOVDQU64 Z1, 64(AX)
	VMOVDQU64 Z2, 128(AX)
	VMOVDQU64 Z3, 192(AX)
	VMOVDQU64 Z4, 256(AX)
	VMOVDQU64 Z5, 320(AX)
	VMOVDQU64 Z6, 384(AX)
	VMOVDQU64 Z7, 448(AX)
	VMOVDQU64 Z8, 512(AX)
	VMOVDQU64 Z9, 576(AX)
	VMOVDQU64 Z10, 640(AX)
	VMOVDQU64 Z11, 704(AX)
	VMOVDQU64 Z12, 768(AX)
	VMOVDQU64 Z13, 832(AX)
	VMOVDQU64 Z14, 896(AX)
	VMOVDQU64 Z15, 960(AX)
	VMOVDQU64 Z16, 1024(AX)
	VMOVDQU64 Z17, 1088(AX)
	VMOVDQU64 Z18, 1152(AX)
	VMOVDQU64 Z19, 1216(AX)
	VMOVDQU64 Z20, 1280(AX)
	VMOVDQU64 Z21, 1344(AX)
	VMOVDQU64 Z22, 1408(AX)
	VMOVDQU64 Z23, 1472(AX)
	VMOVDQU64 Z24, 1536(AX)
	VZEROUPPER
	RET

// The same with 256 bits: the state lies in memory, from -> to.
#define PARITY4(c, from, x) \
	VMOVDQU (32*x)(from), c; \
	VPXOR   (32*(x+5))(from), c, c; \
	VPXOR   (32*(x+10))(from), c, c; \
	VPXOR   (32*(x+15))(from), c, c; \
	VPXOR   (32*(x+20))(from), c, c

#define COLUMN4(d, prev, next) \
	VPSRLQ $63, next, Y15; \
	VPADDQ next, next, d; \
	VPOR   Y15, d, d; \
	VPXOR  prev, d, d

// Theta, rho and pi of one word.
#define WORD4(from, i, d, left, right, out) \
	VPXOR  (32*i)(from), d, Y15; \
	VPSLLQ $left, Y15, out; \
	VPSRLQ $right, Y15, Y15; \
	VPOR   Y15, out, out

#define CHI4(a, b, c, to, i) \
	VPANDN  c, b, Y15; \
	VPXOR   a, Y15, Y15; \
	VMOVDQU Y15, (32*i)(to)

#define ROUND4(rc, from, to) \
	PARITY4(Y0, from, 0); \
	PARITY4(Y1, from, 1); \
	PARITY4(Y2, from, 2); \
	PARITY4(Y3, from, 3); \
	PARITY4(Y4, from, 4); \
	COLUMN4(Y5, Y4, Y1); \
	COLUMN4(Y6, Y0, Y2); \
	COLUMN4(Y7, Y1, Y3); \
	COLUMN4(Y8, Y2, Y4); \
	COLUMN4(Y9, Y3, Y0); \
	VPXOR   (32*0)(from), Y5, Y10; \
	WORD4(from, 6, Y6, 44, 20, Y11); \
	WORD4(from, 12, Y7, 43, 21, Y12); \
	WORD4(from, 18, Y8, 21, 43, Y13); \
	WORD4(from, 24, Y9, 14, 50, Y14); \
	CHI4(Y10, Y11, Y12, to, 0); \
	CHI4(Y11, Y12, Y13, to, 1); \
	CHI4(Y12, Y13, Y14, to, 2); \
	CHI4(Y13, Y14, Y10, to, 3); \
	CHI4(Y14, Y10, Y11, to, 4); \
	WORD4(from, 3, Y8, 28, 36, Y10); \
	WORD4(from, 9, Y9, 20, 44, Y11); \
	WORD4(from, 10, Y5, 3, 61, Y12); \
	WORD4(from, 16, Y6, 45, 19, Y13); \
	WORD4(from, 22, Y7, 61, 3, Y14); \
	CHI4(Y10, Y11, Y12, to, 5); \
	CHI4(Y11, Y12, Y13, to, 6); \
	CHI4(Y12, Y13, Y14, to, 7); \
	CHI4(Y13, Y14, Y10, to, 8); \
	CHI4(Y14, Y10, Y11, to, 9); \
	WORD4(from, 1, Y6, 1, 63, Y10); \
	WORD4(from, 7, Y7, 6, 58, Y11); \
	WORD4(from, 13, Y8, 25, 39, Y12); \
	WORD4(from, 19, Y9, 8, 56, Y13); \
	WORD4(from, 20, Y5, 18, 46, Y14); \
	CHI4(Y10, Y11, Y12, to, 10); \
	CHI4(Y11, Y12, Y13, to, 11); \
	CHI4(Y12, Y13, Y14, to, 12); \
	CHI4(Y13, Y14, Y10, to, 13); \
	CHI4(Y14, Y10, Y11, to, 14); \
	WORD4(from, 4, Y9, 27, 37, Y10); \
	WORD4(from, 5, Y5, 36, 28, Y11); \
	WORD4(from, 11, Y6, 10, 54, Y12); \
	WORD4(from, 17, Y7, 15, 49, Y13); \
	WORD4(from, 23, Y8, 56, 8, Y14); \
	CHI4(Y10, Y11, Y12, to, 15); \
	CHI4(Y11, Y12, Y13, to, 16); \
	CHI4(Y12, Y13, Y14, to, 17); \
	CHI4(Y13, Y14, Y10, to, 18); \
	CHI4(Y14, Y10, Y11, to, 19); \
	WORD4(from, 2, Y7, 62, 2, Y10); \
	WORD4(from, 8, Y8, 55, 9, Y11); \
	WORD4(from, 14, Y9, 39, 25, Y12); \
	WORD4(from, 15, Y5, 41, 23, Y13); \
	WORD4(from, 21, Y6, 2, 62, Y14); \
	CHI4(Y10, Y11, Y12, to, 20); \
	CHI4(Y11, Y12, Y13, to, 21); \
	CHI4(Y12, Y13, Y14, to, 22); \
	CHI4(Y13, Y14, Y10, to, 23); \
	CHI4(Y14, Y10, Y11, to, 24); \
	VPBROADCASTQ rc(R8), Y15; \
	VPXOR        0(to), Y15, Y15; \
	VMOVDQU      Y15, 0(to)

// func permute4(state, scratch *[100]uint64)
// Requires: AVX2
TEXT ·permute4(SB), NOSPLIT, $0-16
	MOVQ state+0(FP), AX
	MOVQ scratch+8(FP), BX
	LEAQ ·roundConstants(SB), R8
	MOVQ $12, CX

loop:
	ROUND4(0, AX, BX)
	ROUND4(8, BX, AX)
	ADDQ $16, R8
	DECQ CX
	JNZ  loop
	VZEROUPPER
	RET
