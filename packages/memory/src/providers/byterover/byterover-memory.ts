import { defineMemoryProvider } from '@hermes/core/extension'
import * as z from 'zod'
import { MemoryError } from '../../files/memory-error.js'
import type { MemoryService } from '../../service/memory-service.js'
import { readAnswer } from '../../service/read-answer.js'
import { createServiceMemory } from '../../service/service-memory.js'
import { serviceOptions } from '../../service/service-options.js'
import { turnText } from '../../service/turn-text.js'
import { type CallByterover, createByteroverCaller } from './byterover-caller.js'
import { type ProjectOf, projectsIn } from './byterover-projects.js'
import { noteText } from './note-text.js'

const found = z.object({ results: z.array(z.object({ excerpt: z.string() })) })
const log = z.array(z.object({ status: z.string(), input: z.object({ context: z.string().default('') }) }))

const options = z.strictObject({
  /** The program: a name in the search path, or an absolute path. */
  command: z.string().min(1).default('brv'),
  max_recalled: serviceOptions.max_recalled,
})

/** Maximum length of a message. A turn is passed as an argument, and systems limit the size of arguments. */
const maxMessageChars = 10_000
/** The most log entries that ByteRover keeps for a project. */
const mostLogged = '1000'

/** ByteRover: notes that its own model takes of each turn, in files below the home, one project per person. */
export const byteroverMemory = defineMemoryProvider({
  id: 'byterover',
  options,
  create: ({ command, max_recalled }, { home, run, store, now }) => {
    const service = byterover(createByteroverCaller(command, run), projectsIn(home, now))
    return createServiceMemory(service, { maxRecalled: max_recalled, services: { store } })
  },
})

function byterover(call: CallByterover, projectOf: ProjectOf): MemoryService {
  return {
    id: 'byterover',
    async keep({ id, owner, at, user, assistant }, { signal }) {
      const project = await projectOf(owner)
      const list = ['curate', 'view', '--since', at.toISOString(), '--limit', mostLogged]
      const entries = readAnswer('ByteRover', log, await call({ project, args: list }, { signal }))
      const mark = `Turn ${id}\n`
      const earlier = entries.filter(({ input }) => input.context.startsWith(mark)).map(({ status }) => status)
      if (earlier.includes('completed')) return
      // Its service keeps running when the program ends.
      if (earlier.includes('processing')) throw new MemoryError('memory/service', 'ByteRover still works on this turn.')
      const text = turnText({
        user: user.slice(0, maxMessageChars),
        ...(assistant !== undefined && { assistant: assistant.slice(0, maxMessageChars) }),
      })
      await call({ project, args: ['curate'], text: `${mark}\n${text}` }, { signal })
    },
    async find({ owner, text, limit }, { signal }) {
      const project = await projectOf(owner)
      const answer = await call({ project, args: ['search', '--limit', String(limit)], text }, { signal })
      return readAnswer('ByteRover', found, answer).results.map(({ excerpt }) => ({ text: noteText(excerpt) }))
    },
  }
}
