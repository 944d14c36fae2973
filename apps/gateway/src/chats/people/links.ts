import { randomInt } from 'node:crypto'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'

/** One person on several networks. A code that one identity requested links another identity to it. */
export interface Links {
  /** Returns the person that an identity is linked to, or `undefined` if it is a separate person. */
  personOf(network: string, userId: string): Promise<string | undefined>
  /** Whether an identity of the network belongs to a person. */
  includes(network: string, personId: string): Promise<boolean>
  /** Returns the identities that are linked to a person, as ids of people. */
  identitiesOf(personId: string): Promise<readonly string[]>
  /** Returns all linked identities. */
  list(): Promise<readonly LinkedIdentity[]>
  /** Creates a code for a person. It replaces an earlier one. */
  codeFor(personId: string): Promise<string>
  /** Links an identity, and those linked to it, to the person with the code. Repeating it has the same result. */
  redeem(code: string, by: Redeemer): Promise<Redeemed>
  /** Unlinks one identity. @returns the person that it was linked to, or `undefined` if it was a separate person. */
  separate(network: string, userId: string): Promise<string | undefined>
  /** Unlinks all identities of a person. @returns their number. */
  end(personId: string): Promise<number>
}

/** An account on a network. */
interface Identity {
  readonly network: string
  readonly userId: string
}

export interface LinkedIdentity extends Identity {
  readonly person: string
}

/** The account that sends a code. */
export interface Redeemer extends Identity {
  /** The person that the account belongs to so far, or `undefined` for a stranger. */
  readonly person: string | undefined
  /** Whether they may become the person with the code. Default: everybody may. */
  readonly mayBecome?: (personId: string) => Promise<boolean>
}

export type Redeemed =
  | { readonly type: 'linked'; readonly person: string }
  /** They requested the code themselves. It stays valid. */
  | { readonly type: 'own' }
  /** They may not become the person with the code. It stays valid. */
  | { readonly type: 'barred' }
  | { readonly type: 'wrong' }
  /** They have sent too many wrong codes. None of their codes is accepted for this long, in milliseconds. */
  | { readonly type: 'locked'; readonly forMs: number }

const identitiesNamespace = 'chat-links'
const codesNamespace = 'chat-link-codes'
/** Letters and digits without those that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 8
export const codeLifeMs = 600_000
const maxFailures = 5
const lockMs = 3_600_000

/** `code` is the code that linked the identity. */
const identitySchema = z.object({ person: z.string(), code: z.string().optional() })
const codeSchema = z.object({ code: z.string(), untilMs: z.number() })
const failuresSchema = z.object({ count: z.number(), untilMs: z.number() })

export function createLinks(values: ValueTable, now: () => number = Date.now): Links {
  const keyOf = (network: string, userId: string) => `${network}/${userId}`
  const idOf = ({ network, userId }: Identity) => `${network}:${userId}`
  const codeKeyOf = (personId: string) => `person ${personId}`

  /** Counts an attempt before its code is compared, because attempts may arrive at the same time. */
  async function count(failuresKey: string): Promise<z.infer<typeof failuresSchema>> {
    const stored = await values.update(codesNamespace, failuresKey, (value) => {
      const known = storedValue(failuresSchema, value)
      const earlier = known && now() < known.untilMs ? known : { count: 0, untilMs: 0 }
      // Attempts during a lock do not extend it.
      const untilMs = earlier.count < maxFailures ? now() + lockMs : earlier.untilMs
      return { count: earlier.count + 1, untilMs }
    })
    return failuresSchema.parse(stored)
  }

  /** Returns the person with a code, and the key under which the code is stored. */
  async function find(code: string): Promise<{ readonly key: string; readonly person: string } | undefined> {
    const stored = await values.list(codesNamespace)
    const found = stored.find(({ value }) => {
      const known = storedValue(codeSchema, value)
      return known?.code === code && now() < known.untilMs
    })
    return found && { key: found.key, person: found.key.slice('person '.length) }
  }

  /** Redeems a code, which links only one identity. */
  async function take(code: string, key: string): Promise<boolean> {
    let isTaken = false
    await values.update(codesNamespace, key, (current) => {
      isTaken = storedValue(codeSchema, current)?.code === code
      return isTaken ? undefined : current
    })
    return isTaken
  }

  async function identityOf(network: string, userId: string): Promise<z.infer<typeof identitySchema> | undefined> {
    return storedValue(identitySchema, await values.get(identitiesNamespace, keyOf(network, userId)))
  }

  async function list(): Promise<readonly LinkedIdentity[]> {
    return (await values.list(identitiesNamespace)).flatMap(({ key, value }): readonly LinkedIdentity[] => {
      const known = storedValue(identitySchema, value)
      const [network = '', ...id] = key.split('/')
      return known ? [{ network, userId: id.join('/'), person: known.person }] : []
    })
  }

  async function separate(network: string, userId: string): Promise<string | undefined> {
    let person: string | undefined
    await values.update(identitiesNamespace, keyOf(network, userId), (stored) => {
      person = storedValue(identitySchema, stored)?.person
      return undefined
    })
    return person
  }

  /** Links an identity. Nothing stays linked to an identity that is itself linked: all of them are one person, and its code becomes invalid. */
  async function join(joined: Identity, person: string, code: string): Promise<void> {
    const id = idOf(joined)
    await values.update(codesNamespace, codeKeyOf(id), () => undefined)
    for (const { network, userId } of (await list()).filter((each) => each.person === id)) {
      await values.update(identitiesNamespace, keyOf(network, userId), () => ({ person }))
    }
    await values.update(identitiesNamespace, keyOf(joined.network, joined.userId), () => ({ person, code }))
  }

  return {
    list,
    separate,
    personOf: async (network, userId) => (await identityOf(network, userId))?.person,
    async includes(network, personId) {
      return (await list()).some((each) => each.network === network && each.person === personId)
    },
    async identitiesOf(personId) {
      return (await list()).filter(({ person }) => person === personId).map(idOf)
    },
    async codeFor(personId) {
      const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
      await values.update(codesNamespace, codeKeyOf(personId), () => ({ code, untilMs: now() + codeLifeMs }))
      return code
    },
    async redeem(given, { network, userId, person: own, mayBecome }) {
      const code = given.trim().toUpperCase()
      const joined = await identityOf(network, userId)
      if (joined?.code === code) return { type: 'linked', person: joined.person }
      const found = await find(code)
      if (found && found.person === own) return { type: 'own' }
      const failuresKey = `failures ${keyOf(network, userId)}`
      const attempts = await count(failuresKey)
      const isAccepted = attempts.count <= maxFailures
      if (isAccepted && found && mayBecome && !(await mayBecome(found.person))) return { type: 'barred' }
      if (isAccepted && found && (await take(code, found.key))) {
        const { person } = found
        await join({ network, userId }, person, code)
        await values.update(codesNamespace, failuresKey, () => undefined)
        return { type: 'linked', person }
      }
      return attempts.count < maxFailures ? { type: 'wrong' } : { type: 'locked', forMs: attempts.untilMs - now() }
    },
    async end(personId) {
      const own = (await list()).filter(({ person }) => person === personId)
      for (const { network, userId } of own) await separate(network, userId)
      return own.length
    },
  }
}
