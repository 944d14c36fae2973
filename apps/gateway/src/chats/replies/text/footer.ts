import { homedir } from 'node:os'
import type { Conversation, SubmissionEnd } from '@hermes/conversations'
import type { SessionStore } from '@hermes/core'
import type { Config } from '@hermes/runtime'
import { shortPath } from '@hermes/safety'
import { inertLine } from '../../network/inert-line.js'

export interface FooterOptions {
  readonly settings: Config['display']['runtime_footer']
  readonly store: Pick<SessionStore, 'sessions'>
}

type Field = FooterOptions['settings']['fields'][number]

/** Returns the line below the answer of a turn, such as `fake-model · 12 % · ~/projects/tea`. `undefined` if it is off, or the turn has no answer. */
export async function footerOf(
  end: SubmissionEnd,
  conversation: Pick<Conversation, 'context'>,
  { settings: { enabled, fields }, store }: FooterOptions,
): Promise<string | undefined> {
  if (!enabled || end.status !== 'turn' || end.result.outcome.status !== 'completed') return undefined
  const record = await store.sessions.get(end.result.sessionId)
  const readers: Readonly<Record<Field, () => Promise<string | undefined>>> = {
    model: async () => record?.model,
    async context_pct() {
      const { measure, contextWindow } = await conversation.context()
      return measure && `${Math.round((100 * measure.tokens) / contextWindow)} %`
    },
    cwd: async () => record?.workingDirectory && shortPath(record.workingDirectory, homedir()),
  }
  const values = await Promise.all(fields.map((field) => readers[field]()))
  const shown = values.flatMap((value) => (value === undefined ? [] : [inertLine(value)]))
  return shown.length > 0 ? shown.join(' · ') : undefined
}
