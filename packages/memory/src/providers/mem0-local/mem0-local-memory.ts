import { join } from 'node:path'
import { ConfigError, type Embedder } from '@hermes/core'
import { defineMemoryProvider } from '@hermes/core/extension'
import { type AuxiliaryModel, askOnce } from '@hermes/core/wiring'
import * as z from 'zod'
import { MemoryError } from '../../files/memory-error.js'
import { personFolder } from '../../files/person-folder.js'
import { type MemoryService, turnLabel } from '../../service/memory-service.js'
import { readAnswer } from '../../service/read-answer.js'
import { createServiceMemory } from '../../service/service-memory.js'
import { serviceOptions } from '../../service/service-options.js'
import { turnMessages } from '../../service/turn-messages.js'
import { findLibrary } from './find-library.js'
import { type AnswerQuestion, createLibraryThread, type LibraryThread } from './library-thread.js'

const found = z.array(z.object({ memory: z.string(), metadata: z.unknown().optional() }))

const options = z.strictObject({ max_recalled: serviceOptions.max_recalled })

/**
 * Mem0's open-source library in this process: facts that a model extracts from each turn, with vectors, in files of the
 * home. It is a package that people install next to their settings.
 */
export const mem0LocalMemory = defineMemoryProvider({
  id: 'mem0-local',
  options,
  async create({ max_recalled }, { home, store, embedder, model }) {
    if (!embedder)
      throw new ConfigError('auxiliary.embedding', 'Mem0 finds memories by their vectors: set auxiliary.embedding.')
    const thread = createLibraryThread(
      {
        module: await findLibrary(home),
        // Vectors of different models cannot be compared.
        folder: join(home, 'mem0', personFolder(embedder.id)),
        dimensions: embedder.dimensions,
      },
      answerWith(embedder, model),
    )
    const provider = createServiceMemory(mem0Local(thread), { maxRecalled: max_recalled, services: { store } })
    return { ...provider, [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose]() }
  },
})

function answerWith(embedder: Embedder, model: () => AuxiliaryModel | undefined): AnswerQuestion {
  return async (question, signal) => {
    if (question.ask === 'vectors')
      return (await embedder.embed(question.texts, { signal })).map((vector) => Array.from(vector))
    const asked = model()
    if (!asked) throw new MemoryError('memory/service', 'there is no model: set one up first.')
    const { system, user } = question
    const { text } = await askOnce(asked, { system, messages: [{ role: 'user', content: user }] }, { signal })
    return text
  }
}

function mem0Local({ call }: LibraryThread): MemoryService {
  return {
    id: 'mem0-local',
    async keep(turn, { signal }) {
      const { id, owner, labels } = turn
      const filters = { user_id: owner, [turnLabel]: id }
      if (readAnswer('Mem0', z.number(), await call({ do: 'count', filters }, { signal })) > 0) return
      const messages = turnMessages(turn)
      await call({ do: 'add', user: owner, messages, metadata: labels }, { signal })
    },
    async find({ owner, text, limit }, { signal }) {
      const answer = await call({ do: 'search', user: owner, text, limit }, { signal })
      return readAnswer('Mem0', found, answer).map(({ memory, metadata }) => ({ text: memory, labels: metadata }))
    },
  }
}
