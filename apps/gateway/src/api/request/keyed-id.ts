import { fingerprintOf } from './fingerprint.js'
import { idempotencyMs } from './idempotency-key.js'

/** A record that a request with an `Idempotency-Key` has created. */
export interface KeyedRecord {
  readonly createdAtMs: number
}

/**
 * Returns the id of what a request with an `Idempotency-Key` creates, and what an earlier one with the key has created, for 24 hours. Older records keep
 * their ids, from which the next ids are derived.
 * @param names The owner of the key, and the key.
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
