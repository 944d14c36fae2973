import { ConfigError, describeError, type Transport, TransportError } from '@hermes/core'
import type { Credential } from './credential.js'
import { CredentialSlot } from './credential-slot.js'
import { longestCooldownMs } from './judge-failure.js'
import { formatWait } from './notices.js'
import type { Cooldown, PoolState } from './pool-state.js'
import { createSelect, type PoolStrategy, type Select } from './select-credential.js'

export interface PoolOptions<Key extends Credential> {
  readonly credentials: readonly Key[]
  readonly strategy: PoolStrategy
  readonly create: (credential: Key) => Transport
  readonly state: PoolState | undefined
  readonly now: () => number
  readonly wallClock: () => number
  readonly random: () => number
}

/** The keys of a pool and their cooldowns, shared by all sessions of the process. */
export class CredentialPool<Key extends Credential> {
  readonly #slots: readonly CredentialSlot<Key>[]
  readonly #select: Select<CredentialSlot<Key>>
  readonly #state: PoolState | undefined
  readonly #now: () => number
  readonly #wallClock: () => number
  #loading: Promise<string | undefined> | undefined

  /** @throws {ConfigError} when `credentials` is empty. */
  constructor({ credentials, strategy, create, state, now, wallClock, random }: PoolOptions<Key>) {
    this.#slots = credentials.map((credential, index) => new CredentialSlot(credential, `key ${index + 1}`, create))
    this.#select = createSelect(this.#slots, strategy, random)
    this.#state = state
    this.#now = now
    this.#wallClock = wallClock
  }

  /** First transport of the pool. Id and API mode are the same for all. @throws {ConfigError} when there is none. */
  get first(): Transport {
    const [slot] = this.#slots
    if (!slot) throw new ConfigError('', 'The credential pool is empty: give it at least one key.')
    return slot.transport
  }

  /** Loads the stored cooldowns. @returns a notice if that failed, but only once. */
  async load(): Promise<string | undefined> {
    if (!this.#state) return undefined
    const isFirst = this.#loading === undefined
    this.#loading ??= this.#load(this.#state)
    const problem = await this.#loading
    return isFirst ? problem : undefined
  }

  isFree(slot: CredentialSlot<Key>): boolean {
    return slot.cooldownLeftMs(this.#now()) === 0
  }

  /** Whether another key is available. */
  hasOther(slot: CredentialSlot<Key>): boolean {
    return this.#slots.some((other) => other !== slot && this.isFree(other))
  }

  /** Returns the key for the next request, or `undefined` if all keys are cooling down. */
  select(): CredentialSlot<Key> | undefined {
    return this.#select((slot) => this.isFree(slot))
  }

  /** Starts the cooldown of a key. @returns a notice if it could not be stored. */
  async coolDown(slot: CredentialSlot<Key>, failure: TransportError, cooldownMs: number): Promise<string | undefined> {
    const kind = failure.kind === 'rate-limit' ? 'rate-limit' : 'auth'
    slot.coolDown(kind, this.#now() + cooldownMs)
    const cooldown: Cooldown = { untilMs: this.#wallClock() + cooldownMs, kind }
    try {
      await this.#state?.save(slot.fingerprint, cooldown)
      return undefined
    } catch (error) {
      return `It could not be stored that ${slot.name} rests: the next process will try it. ${describeError(error)}`
    }
  }

  /** Creates the error that says why no key is available, and when the first one will be. */
  exhaustedError(failure: TransportError | undefined): TransportError {
    const now = this.#now()
    const [next] = [...this.#slots].sort((left, right) => left.cooldownLeftMs(now) - right.cooldownLeftMs(now))
    const retryAfterMs = next?.cooldownLeftMs(now) ?? 0
    const wait = `All keys of the pool rest; the next one is free in ${formatWait(retryAfterMs)}.`
    const kind = failure?.kind ?? next?.cooldownKind ?? 'rate-limit'
    const message = failure ? `${failure.message} ${wait}` : cooldownSentence(kind, wait)
    return new TransportError(kind, message, {
      retryAfterMs,
      reason: 'keys-rest',
      ...(failure?.status !== undefined && { status: failure.status }),
      ...(failure && { cause: failure }),
    })
  }

  /** Resumes a stored cooldown. A remaining time above the maximum means that the clock was set back. */
  #resume(slot: CredentialSlot<Key>, { untilMs, kind }: Cooldown): void {
    const leftMs = untilMs - this.#wallClock()
    if (leftMs > 0 && leftMs <= longestCooldownMs) slot.coolDown(kind, this.#now() + leftMs)
  }

  async #load(state: PoolState): Promise<string | undefined> {
    try {
      const cooldowns = await state.load()
      for (const slot of this.#slots) {
        const cooldown = cooldowns.get(slot.fingerprint)
        if (cooldown) this.#resume(slot, cooldown)
      }
      return undefined
    } catch (error) {
      return `Which keys rest could not be read; all of them are tried. ${describeError(error)}`
    }
  }
}

/**
 * Returns the message for a call that found no key. The error that caused the cooldowns belonged to another call,
 * perhaps in another process.
 */
function cooldownSentence(kind: TransportError['kind'], wait: string): string {
  if (kind === 'rate-limit') return `${wait} Wait, add a key, or use another provider.`
  return `${wait} The provider has refused them, or their accounts have no credit: check the keys, add another one, or use another provider.`
}
