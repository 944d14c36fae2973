import type { RuntimeHost } from '@hermes/runtime'
import { holdersIn } from '../api/access/api-keys.js'
import { openRoles } from '../chats/people/open-roles.js'
import { createAccount } from '../serving/account.js'
import { openBudgets } from '../serving/open-budgets.js'
import { createRefusalOfJob, type RefusalOfJob } from '../serving/refusal-of-job.js'
import { createRunningTurns } from '../spending/running-turns.js'

/** Charges people and keys for the jobs that a process without a gateway runs. Disposing it stores what they have spent. */
export interface JobAccount extends AsyncDisposable {
  readonly refusalOf: RefusalOfJob
}

export function openJobAccount(host: RuntimeHost): JobAccount {
  const { store, modelCalls, logger } = host
  const { values } = store
  if (!values) return { refusalOf: async () => undefined, [Symbol.asyncDispose]: async () => undefined }
  const budgets = openBudgets({
    values,
    people: () => host.config.people,
    holders: async () => holdersIn(host.config.gateway.api_server),
    logger,
  })
  const { ofKeys, ofPeople, spending } = budgets
  const account = createAccount({
    store,
    budgets: ofKeys,
    spending,
    running: createRunningTurns(),
    refusalOfPerson: async () => undefined,
  })
  const endAccount = modelCalls.follow(account.onModelCalls)
  const refusalOf = createRefusalOfJob({
    ofKeys,
    ofPeople,
    ...openRoles(values, () => host.config.platforms),
  })
  return {
    async refusalOf(job) {
      await host.refresh()
      return refusalOf(job)
    },
    async [Symbol.asyncDispose]() {
      endAccount()
      await spending.write()
    },
  }
}
