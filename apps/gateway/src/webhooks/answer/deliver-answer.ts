import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { WorkQueue } from '@hermes/core/queue'
import { parseTarget, putMessage } from '@hermes/platforms/messages'
import type { Config } from '@hermes/runtime'
import { writeAtomically } from '@hermes/safety/files'

export interface WebhookAnswer {
  readonly id: string
  readonly route: string
  readonly targets: readonly string[]
  readonly text: string
}

export interface DeliverOptions {
  /** The home. Answers for the target `local` are files in it: `webhooks/<route>/<id>.md`. */
  readonly home: string
  readonly platforms: Config['platforms']
  readonly queue: Pick<WorkQueue, 'put'>
}

/** Delivers an answer to each target, once. Chats get it through the outbox. */
export async function deliverAnswer(
  { id, route, targets, text }: WebhookAnswer,
  options: DeliverOptions,
): Promise<void> {
  for (const target of targets) {
    if (target === 'local') await writeFile({ id, route, text }, options)
    else await putMessage(options.queue, `webhook ${id} ${target}`, { ...parseTarget(target, options.platforms), text })
  }
}

/** Writes an answer to a file. Ids come from strangers. */
async function writeFile({ id, route, text }: Omit<WebhookAnswer, 'targets'>, { home }: DeliverOptions): Promise<void> {
  const name = createHash('sha256').update(id).digest('hex').slice(0, 16)
  await writeAtomically(join(home, 'webhooks', route, `${name}.md`), Buffer.from(`${text}\n`))
}
