/** Ids of the shop's side. Carts and checkouts are opened by whoever knows their id, so it can't be guessed. */
import { v4 as uuidv4, v7 as uuidv7, validate } from 'uuid';

export const newId = (): string => uuidv7();

/** 122 random bits: knowing one id says nothing about the next. */
export const newSecretId = (): string => uuidv4();

export const isId = (text: string): boolean => validate(text);

/** No I, L, O, U: what is read aloud is not mistaken. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** "7K3M-92QX": the last 40 bits of the order's id, for people. */
export function orderCode(orderId: string): string {
  let bits = BigInt(`0x${orderId.replaceAll('-', '').slice(-10)}`);
  let code = '';
  for (let place = 0; place < 8; place += 1) {
    code = LETTERS[Number(bits & 31n)] + code;
    bits >>= 5n;
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
