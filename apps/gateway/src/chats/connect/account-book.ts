import { untilAborted } from '@hermes/safety'
import type { AccountClaim, OnWait } from './account-claim.js'

/**
 * The chat network accounts that the profiles of one process have in their settings. Only one network receives with each account: that of the profile
 * that requested its {@link ProfileAccounts} first.
 */
export interface AccountBook {
  /** Returns the accounts of a profile. Call it first for the profile that the process was started for: its networks take precedence over the others. */
  of(profile: string): ProfileAccounts
}

export interface ProfileAccounts {
  /** Records that a network of the profile has the account, until the returned value is disposed. */
  add(network: string, account: string): OwnAccount
}

/** An account, as held by a network of one profile. */
export interface OwnAccount extends Disposable {
  readonly account: string
  /**
   * Waits until no network before this one has the account, and none receives with it. The signal of the claim is aborted when a network that takes
   * precedence over this one gets the account.
   * @throws the reason of the signal.
   */
  claim(options: { readonly signal: AbortSignal; readonly onWait: OnWait }): Promise<AccountClaim>
}

interface Entry {
  readonly profile: string
  readonly rank: number
  readonly network: string
  readonly account: string
  /** Present while the network receives. */
  receiving?: AbortController
}

export function createAccountBook(): AccountBook {
  const profiles: string[] = []
  const entries = new Set<Entry>()
  let changed = Promise.withResolvers<void>()

  /** Returns the entries with an account, in order. */
  function entriesOf(account: string): readonly Entry[] {
    return [...entries].filter((each) => each.account === account).toSorted((one, other) => one.rank - other.rank)
  }

  function tellChange(): void {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  function add(entry: Entry): void {
    entries.add(entry)
    const [first, ...others] = entriesOf(entry.account)
    if (first === entry) for (const { receiving } of others) receiving?.abort()
  }

  async function claim(entry: Entry, signal: AbortSignal, onWait: OnWait): Promise<AccountClaim> {
    let told: Entry | undefined
    for (;;) {
      signal.throwIfAborted()
      const own = entriesOf(entry.account)
      const [first = entry] = own
      if (first === entry && own.every(({ receiving }) => !receiving)) break
      if (first !== entry && first !== told) onWait(waitFor(first, entry))
      told = first
      await untilAborted(changed.promise, signal)
    }
    const receiving = new AbortController()
    entry.receiving = receiving
    return {
      signal: AbortSignal.any([signal, receiving.signal]),
      async [Symbol.asyncDispose]() {
        delete entry.receiving
        tellChange()
      },
    }
  }

  return {
    of(profile) {
      if (!profiles.includes(profile)) profiles.push(profile)
      const rank = profiles.indexOf(profile)
      return {
        add(network, account) {
          const entry: Entry = { profile, rank, network, account }
          add(entry)
          return {
            account,
            claim: ({ signal, onWait }) => claim(entry, signal, onWait),
            [Symbol.dispose]() {
              entries.delete(entry)
              tellChange()
            },
          }
        },
      }
    },
  }
}

function waitFor(first: Entry, { profile, network }: Entry): Parameters<OnWait>[0] {
  if (first.profile === profile) {
    return { holder: `the network ${first.network}`, advice: 'Give this one credentials of its own, or remove it.' }
  }
  const off = `hermes -p ${profile} config set platforms.${network}.enabled false`
  return {
    holder: `the profile "${first.profile}"`,
    advice: `Give the profile "${profile}" credentials of its own, or turn the network off there: ${off}`,
  }
}
