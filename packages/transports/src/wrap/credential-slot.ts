import type { Transport } from '@hermes/core'
import { type Credential, fingerprintOf } from './credential.js'
import type { Cooldown } from './pool-state.js'

/** One request with a key. */
export interface CredentialUse<Key extends Credential> {
  readonly credential: Key
  readonly transport: Transport
  /** The number of the request with this slot's key. */
  readonly number: number
}

/** Until when a key takes no requests, on a clock that never jumps. */
interface Rest {
  readonly untilMs: number
  readonly kind: Cooldown['kind']
}

/** The place of one key in a pool: the key as it is now, and how it fares. */
export class CredentialSlot<Key extends Credential> {
  readonly name: string
  readonly #create: (credential: Key) => Transport
  #credential: Key
  #transport: Transport
  #fingerprint: string
  #rest: Rest | undefined
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

  /** Requests made since the process began. */
  get uses(): number {
    return this.#uses
  }

  /** Why the key rests, or rested last. */
  get restKind(): Cooldown['kind'] | undefined {
    return this.#rest?.kind
  }

  begin(): CredentialUse<Key> {
    this.#uses += 1
    return { credential: this.#credential, transport: this.#transport, number: this.#uses }
  }

  /** The key was answered: earlier limits are forgotten. */
  answered(): void {
    this.#limitedAtUse = undefined
  }

  /** Notes a rate limit. Requests that were under way at the time met the same one. */
  limited(): void {
    this.#limitedAtUse ??= this.#uses
  }

  /** Whether this request began after the key had met a rate limit. */
  isRepeat({ number }: CredentialUse<Key>): boolean {
    return this.#limitedAtUse !== undefined && number > this.#limitedAtUse
  }

  /** @param untilMs on a clock that never jumps. */
  rest(kind: Cooldown['kind'], untilMs: number): void {
    this.#rest = { kind, untilMs }
    this.#limitedAtUse = undefined
  }

  /** How long the key takes no requests; 0 when it is free. */
  restsForMs(now: number): number {
    return Math.max(0, (this.#rest?.untilMs ?? now) - now)
  }

  /**
   * Replaces the key. Callers that arrive meanwhile, or later with the old key, get the same new one.
   * @returns whether there is another key now.
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
    this.#rest = undefined
  }
}
