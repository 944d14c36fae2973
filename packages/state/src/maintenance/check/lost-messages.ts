import { english } from '@hermes/safety/language'
import type { Miscount } from './recount.js'

/** Describes messages that sessions count but do not have, in one sentence per session. */
export function lostMessages(miscounts: readonly Miscount[]): readonly string[] {
  return miscounts
    .filter(({ counted, stored }) => counted < stored)
    .map(({ id, counted, stored }) => english`${stored - counted} of ${stored} messages of session ${id} are lost.`)
}
