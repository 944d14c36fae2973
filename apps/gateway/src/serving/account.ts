import type { ConversationsOptions, Person } from '@hermes/conversations'
import { addUsage, noUsage, type SessionStore, type Usage } from '@hermes/core'
import type { ModelCallListener } from '@hermes/runtime'
import type { Budgets } from '../api/access/budgets.js'
import { holderOf } from '../api/request/caller.js'
import { isCounted } from '../chats/people/people-budgets.js'
import type { DailySpending, Spent } from '../spending/daily-spending.js'
import { createPayers } from '../spending/payers.js'
import type { RunningTurns } from '../spending/running-turns.js'

/** Charges people and keys for the model calls that they cause, and refuses turns that they can no longer pay for. */
export interface Account extends Required<Pick<ConversationsOptions, 'admitTurn' | 'onTurnEnd' | 'onSideCall'>> {
  /** Called for the calls of turns, sub-agents, scheduled jobs and side tasks. */
  readonly onModelCalls: ModelCallListener
}

export interface AccountOptions {
  readonly store: Pick<SessionStore, 'sessions'>
  readonly budgets: Pick<Budgets, 'charge' | 'refusalOf'> | undefined
  /** The spending of people in chats. */
  readonly spending: Pick<DailySpending, 'add'> | undefined
  readonly running: RunningTurns
  /** Returns why a person in chats gets no further turn. */
  readonly refusalOfPerson: (by: { readonly id: string }, ahead: number) => Promise<string | undefined>
  /** Called once for each model call, whoever pays for it. `task`: `turn`, or the side task. */
  readonly count?: (task: string, usage: Usage) => void
}

/** The task whose command reports its calls itself, also in a conversation that is not stored. */
const ofCommand = 'side_question'

export function createAccount({
  store,
  budgets,
  spending,
  running,
  refusalOfPerson,
  count = () => undefined,
}: AccountOptions): Account {
  const payers = createPayers(store)

  async function charge(id: string, spent: Spent): Promise<void> {
    await budgets?.charge({ id }, spent)
    if (isCounted(id)) await spending?.add(id, spent)
  }

  const refusalOf = async (by: Person, ahead: number) =>
    (await budgets?.refusalOf(by, ahead)) ?? (await refusalOfPerson(by, ahead))

  return {
    async admitTurn({ id, by, isContinued }) {
      const { ahead, end } = running.begin(holderOf({ userId: by.id }) ?? by.id)
      try {
        // A turn that was cut short has already started.
        const refusal = isContinued ? undefined : await refusalOf(by, ahead)
        if (refusal !== undefined) {
          end()
          return { refusal }
        }
        payers.note(id, by.id)
        return { end }
      } catch (error) {
        // The turn starts anyway.
        payers.note(id, by.id)
        end()
        throw error
      }
    },
    // The calls have already been charged.
    onTurnEnd: ({ by }) => charge(by.id, { usage: noUsage, turns: 1 }),
    onSideCall({ by, usage }) {
      count(ofCommand, usage)
      return charge(by.id, { usage, turns: 0 })
    },
    async onModelCalls(sessionId, calls) {
      const counted = calls.filter(({ task }) => task !== ofCommand)
      for (const { task, usage } of counted) count(task, usage)
      const payer = counted.length > 0 ? await payers.of(sessionId) : undefined
      if (payer === undefined) return
      const usage = counted.reduce((sum, call) => addUsage(sum, call.usage), noUsage)
      await charge(payer, { usage, turns: 0 })
    },
  }
}
