import { fingerprintOf } from './fingerprint.js'
import { idempotencyMs } from './idempotency-key.js'

/** Something that a request with an `Idempotency-Key` has created. */
export interface KeyedRecord {
  readonly createdAtMs: number
}

/**
 * The id of what a request with an `Idempotency-Key` creates, and what an earlier one with the key has created, for 24 hours. Older ones keep
 * their ids, which are part of those of the next ones.
 * @param names Whose key it is, and the key.
 */
export async function keyedId<Kept extends KeyedRecord>(
  names: readonly string[],
  prefix: string,
  find: (id: string) => Promise<Kept | undefined>,
): Promise<{ readonly id: string; readonly earlier: Kept | undefined }> {
  for (const path = [...names]; ; ) {
    const id = prefix + fingerprintOf(path)
    const earlier = await find(id)
    if (!earlier || earlier.createdAtMs >= Date.now() - idempotencyMs) return { id, earlier }
    path.push(id)
  }
}
