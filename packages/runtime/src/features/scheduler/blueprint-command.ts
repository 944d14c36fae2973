import type { SlashCommand } from '@hermes/core'
import {
  blueprints,
  describeSlots,
  fillBlueprint,
  findBlueprint,
  type JobBook,
  readSlotValues,
} from '@hermes/scheduler'

/** The services for creating jobs, whose results are also delivered to a conversation. */
export interface BlueprintOptions {
  /** Returns the book for the jobs that are added in a session. */
  readonly book: (sessionId: string) => Promise<JobBook>
  /** Returns the root of a session's conversation. */
  readonly rootOf: (sessionId: string) => Promise<string>
}

/**
 * `/blueprint`: creates scheduled jobs that only lack a few values. The name alone only shows a blueprint, so that nothing is scheduled by accident.
 */
export function blueprintCommand({ book, rootOf }: BlueprintOptions): SlashCommand {
  return {
    name: 'blueprint',
    aliases: ['bp'],
    usage: '[NAME [ok | value=...]]',
    description: 'Schedule a ready-made job',
    category: 'tools',
    who: 'admin',
    complete: async (prefix) =>
      blueprints
        .filter(({ name }) => name.startsWith(prefix))
        .map(({ name, description }) => ({ text: name, detail: description })),
    async run(args, { sessionId }) {
      const [ref = '', ...words] = args.trim().split(/\s+/)
      if (ref === '') return blueprints.map((each) => `- **${each.name}**: ${each.description}`).join('\n')
      const blueprint = findBlueprint(ref)
      const { name, description } = blueprint
      const slots = describeSlots(blueprint)
      if (words.length === 0) return `**${name}**: ${description}\n\nTo schedule it: \`/blueprint ${name} ${slots}\``
      const values = words.join(' ') === 'ok' ? new Map<string, string>() : readSlotValues(words.join(' '))
      const job = await (await book(sessionId)).add({
        ...fillBlueprint(blueprint, values),
        deliver: ['local', 'origin'],
        origin: await rootOf(sessionId),
        createdBy: 'person',
      })
      return `Scheduled **${job.name}** (${job.id}): ${job.text}. To change it: \`/cron\`.`
    },
  }
}
