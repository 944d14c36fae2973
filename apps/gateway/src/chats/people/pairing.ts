import { randomInt } from 'node:crypto'
import { HermesError, type JsonValue } from '@hermes/core'
import type { ChatAddress } from '@hermes/core/platform'
import type { ValueTable } from '@hermes/core/sessions'
import { isRecord } from '@hermes/core/wiring'
import { formatMinutes } from '../network/format-minutes.js'

/** Lets strangers become known people: a stranger gets a code, and the owner of the gateway approves it. */
export interface Pairing {
  isPaired(network: string, userId: string): Promise<boolean>
  /**
   * Returns a code for a stranger. `undefined` if they asked within the last 10 minutes, too many strangers wait, or codes are not accepted now.
   * @param isKnown Whether a waiting stranger has become known otherwise, such as by the settings, which frees their place.
   */
  request(
    network: string,
    stranger: Stranger,
    isKnown: (userId: string) => Promise<boolean>,
  ): Promise<string | undefined>
  /**
   * Pairs the stranger with the code. @returns the stranger, or `undefined` for a wrong code.
   * @throws {HermesError} `gateway/pairing` for an hour after too many wrong codes.
   */
  approve(network: string, code: string): Promise<Stranger | undefined>
  revoke(network: string, userId: string): Promise<boolean>
  /** Invalidates the code of a stranger who has become known otherwise. */
  forgetCode(network: string, userId: string): Promise<void>
  /** Invalidates the codes of all waiting strangers. @returns their number. */
  forgetCodes(network: string): Promise<number>
  list(): Promise<readonly PairingRow[]>
}

export interface Stranger {
  readonly userId: string
  /** Where the stranger asked. */
  readonly address: ChatAddress
}

export interface PairingRow {
  readonly network: string
  readonly userId: string
  readonly state: 'paired' | 'waiting'
}

interface Waiting extends Stranger {
  readonly code: string
  readonly atMs: number
}

interface Codes {
  readonly waiting: readonly Waiting[]
  readonly failures: number
  readonly lockedUntilMs: number
}

const peopleNamespace = 'chat-people'
const codesNamespace = 'chat-pairing'
/** Letters and digits without those that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 8
const hourMs = 3_600_000
const requestIntervalMs = 600_000
const maxWaiting = 3
const maxFailures = 5

export function createPairing(values: ValueTable, now: () => number = Date.now): Pairing {
  const keyOf = (network: string, userId: string) => `${network}/${userId}`

  async function update(network: string, change: (codes: Codes) => Codes): Promise<void> {
    await values.update(codesNamespace, network, (stored) => toJson(change(fromJson(stored, now()))))
  }

  async function knownOf(network: string, isKnown: (userId: string) => Promise<boolean>): Promise<ReadonlySet<string>> {
    const { waiting } = fromJson(await values.get(codesNamespace, network), now())
    const known = await Promise.all(waiting.map(async ({ userId }) => ((await isKnown(userId)) ? [userId] : [])))
    return new Set(known.flat())
  }

  return {
    isPaired: async (network, userId) => (await values.get(peopleNamespace, keyOf(network, userId))) !== undefined,
    async request(network, { userId, address }, isKnown) {
      const known = await knownOf(network, isKnown)
      let code: string | undefined
      await update(network, (codes) => {
        code = undefined
        const { waiting, lockedUntilMs } = codes
        if (now() < lockedUntilMs) return codes
        const asked = waiting.find((each) => each.userId === userId)
        if (asked && now() - asked.atMs < requestIntervalMs) return codes
        const others = waiting.filter((each) => each.userId !== userId && !known.has(each.userId))
        if (others.length >= maxWaiting) return codes
        code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
        return { ...codes, waiting: [...others, { code, userId, address, atMs: now() }] }
      })
      return code
    },
    async approve(network, given) {
      let found: Stranger | undefined
      let lockedMs = 0
      const code = given.trim().toUpperCase()
      await update(network, (codes) => {
        found = undefined
        lockedMs = codes.lockedUntilMs - now()
        if (lockedMs > 0) return codes
        const { waiting, failures } = codes
        found = waiting.find((each) => each.code === code)
        if (found !== undefined) return { ...codes, failures: 0, waiting: waiting.filter((each) => each.code !== code) }
        const isLocked = failures + 1 >= maxFailures
        return { waiting, failures: isLocked ? 0 : failures + 1, lockedUntilMs: isLocked ? now() + hourMs : 0 }
      })
      if (lockedMs > 0) throw locked(network, lockedMs)
      if (found) await values.update(peopleNamespace, keyOf(network, found.userId), () => ({ pairedAtMs: now() }))
      return found
    },
    async revoke(network, userId) {
      let wasPaired = false
      await values.update(peopleNamespace, keyOf(network, userId), (stored) => {
        wasPaired = stored !== undefined
        return undefined
      })
      return wasPaired
    },
    forgetCode: (network, userId) =>
      update(network, (codes) => ({ ...codes, waiting: codes.waiting.filter((each) => each.userId !== userId) })),
    async forgetCodes(network) {
      let count = 0
      await update(network, (codes) => {
        count = codes.waiting.length
        return { ...codes, waiting: [] }
      })
      return count
    },
    async list() {
      const paired = (await values.list(peopleNamespace)).map(({ key }): PairingRow => {
        const [network = '', ...id] = key.split('/')
        return { network, userId: id.join('/'), state: 'paired' }
      })
      const waiting = (await values.list(codesNamespace)).flatMap(({ key: network, value }) =>
        fromJson(value, now()).waiting.map(({ userId }): PairingRow => ({ network, userId, state: 'waiting' })),
      )
      return [...paired, ...waiting]
    },
  }
}

function locked(network: string, ms: number): HermesError {
  const text = `Too many wrong codes were given for ${network}: try again in ${formatMinutes(ms)}, with a new code.`
  return new HermesError('gateway/pairing', text)
}

/** Returns the stored codes without expired ones. */
function fromJson(value: JsonValue | undefined, nowMs: number): Codes {
  if (!isRecord(value)) return { waiting: [], failures: 0, lockedUntilMs: 0 }
  const waiting = (Array.isArray(value.waiting) ? value.waiting : []).flatMap((each: unknown): readonly Waiting[] => {
    if (!isRecord(each)) return []
    const { code, userId, atMs } = each
    const address = addressIn(each.address)
    const isValid = address && typeof code === 'string' && typeof userId === 'string' && typeof atMs === 'number'
    return isValid && nowMs - atMs < hourMs ? [{ code, userId, address, atMs }] : []
  })
  return { waiting, failures: Number(value.failures ?? 0), lockedUntilMs: Number(value.lockedUntilMs ?? 0) }
}

function toJson({ waiting, failures, lockedUntilMs }: Codes): JsonValue {
  return { waiting: waiting.map((each) => ({ ...each, address: { ...each.address } })), failures, lockedUntilMs }
}

function addressIn(value: unknown): ChatAddress | undefined {
  if (!isRecord(value) || typeof value.chatId !== 'string') return undefined
  const { chatId, threadId, workspaceId } = value
  return {
    chatId,
    ...(typeof threadId === 'string' && { threadId }),
    ...(typeof workspaceId === 'string' && { workspaceId }),
  }
}
