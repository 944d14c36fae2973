import type { Transport } from '@hermes/core'
import { type Credential, fingerprintOf } from './credential.js'
import type { Cooldown } from './pool-state.js'

/** One request with a key. */
export interface CredentialUse<Key extends Credential> {
  readonly credential: Key
  readonly transport: Transport
  /** Number of the request with this slot's key. */
  readonly number: number
}

/** A cooldown that ends at a time of a monotonic clock. */
interface ActiveCooldown {
  readonly untilMs: number
  readonly kind: Cooldown['kind']
}

/** One key of a pool, with its current secret and state. */
export class CredentialSlot<Key extends Credential> {
  readonly name: string
  readonly #create: (credential: Key) => Transport
  #credential: Key
  #transport: Transport
  #fingerprint: string
  #cooldown: ActiveCooldown | undefined
  #uses = 0
  #limitedAtUse: number | undefined
  #renewing: Promise<Key | undefined> | undefined

  constructor(credential: Key, name: string, create: (credential: Key) => Transport) {
    this.name = credential.label ?? name
    this.#create = create
    this.#credential = credential
    this.#transport = create(credential)
    this.#fingerprint = fingerprintOf(credential.key)
  }

  get transport(): Transport {
    return this.#transport
  }

  get fingerprint(): string {
    return this.#fingerprint
  }

  /** Number of requests since the process started. */
  get uses(): number {
    return this.#uses
  }

  /** Reason for the current or latest cooldown. */
  get cooldownKind(): Cooldown['kind'] | undefined {
    return this.#cooldown?.kind
  }

  begin(): CredentialUse<Key> {
    this.#uses += 1
    return { credential: this.#credential, transport: this.#transport, number: this.#uses }
  }

  /** Records an answer, which clears earlier rate limits. */
  answered(): void {
    this.#limitedAtUse = undefined
  }

  /** Records a rate limit. Requests that were running at the time count as the same one. */
  limited(): void {
    this.#limitedAtUse ??= this.#uses
  }

  /** Whether the request started after a rate limit of the key. */
  isRepeat({ number }: CredentialUse<Key>): boolean {
    return this.#limitedAtUse !== undefined && number > this.#limitedAtUse
  }

  /** @param untilMs On a monotonic clock. */
  coolDown(kind: Cooldown['kind'], untilMs: number): void {
    this.#cooldown = { kind, untilMs }
    this.#limitedAtUse = undefined
  }

  /** Returns the remaining cooldown in milliseconds, or 0 if the key is available. */
  cooldownLeftMs(now: number): number {
    return Math.max(0, (this.#cooldown?.untilMs ?? now) - now)
  }

  /**
   * Renews the key. Concurrent callers, and later ones that still have the old key, share the renewal.
   * @returns whether there is a new key.
   */
  async renew(used: Key, refresh: (credential: Key) => Promise<Key | undefined>): Promise<boolean> {
    if (used !== this.#credential) return true
    this.#renewing ??= refresh(used).finally(() => {
      this.#renewing = undefined
    })
    const renewed = await this.#renewing
    if (renewed !== undefined && used === this.#credential) this.#replace(renewed)
    return used !== this.#credential
  }

  #replace(credential: Key): void {
    this.#credential = credential
    this.#transport = this.#create(credential)
    this.#fingerprint = fingerprintOf(credential.key)
    this.#cooldown = undefined
  }
}
