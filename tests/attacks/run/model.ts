import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import type { Step } from '../attack.ts'
import { holdsCanary } from '../world/canaries.ts'

/** A model that does whatever the case says. */
export interface HostileModel extends AsyncDisposable {
  readonly baseUrl: string
  /** Returns the prompt that makes the model run these steps and then answer with `lastWords`. */
  begin(steps: readonly Step[]): { readonly prompt: string; readonly lastWords: string }
  /** Returns what was sent to the model since the case began: tool results, and whether a secret was among them. */
  seen(): { readonly results: readonly string[]; readonly hasSecret: boolean }
}

export async function startModel(): Promise<HostileModel> {
  let current: readonly Step[] = []
  let number = 0
  let from = 0
  const provider: FakeProvider = await startFakeProvider({
    script: ({ messages }) => {
      const done = turnOf(messages, `case ${number}.`).filter(({ role }) => role === 'assistant').length
      const step = current[done]
      return step === undefined ? text(lastWords()) : call(step.tool, step.args as never)
    },
  })
  const lastWords = () => `Done with ${number}.`
  return {
    baseUrl: provider.baseUrl,
    begin(steps) {
      current = steps
      number += 1
      from = provider.requests.length
      return { prompt: `Please begin case ${number}.`, lastWords: lastWords() }
    },
    seen() {
      const requests = provider.requests.slice(from)
      const turn = turnOf(requests.at(-1)?.body.messages, `case ${number}.`)
      return {
        results: turn.filter(({ role }) => role === 'tool').map(({ content }) => JSON.stringify(content)),
        hasSecret: requests.some(({ body }) => holdsCanary(JSON.stringify(body))),
      }
    },
    [Symbol.asyncDispose]: () => provider.close(),
  }
}

interface Message {
  readonly role: string
  readonly content: unknown
}

/** Returns the messages after the prompt of the case. */
function turnOf(messages: unknown, prompt: string): readonly Message[] {
  const all = Array.isArray(messages) ? messages.filter(isMessage) : []
  const start = all.findLastIndex(({ role, content }) => role === 'user' && JSON.stringify(content).includes(prompt))
  return all.slice(start + 1)
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'role' in value && 'content' in value
}
