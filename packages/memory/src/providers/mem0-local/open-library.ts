import { join } from 'node:path'
import type { Memory } from 'mem0ai/oss'
import type { LibraryCall, LibraryStart } from './messages.js'

/** The models that the library uses. */
export interface LibraryModels {
  /** Resolves to one vector per text, in order. */
  vectors(texts: readonly string[]): Promise<number[][]>
  text(system: string, user: string): Promise<string>
}

/** Performs a call. */
export type Library = (call: LibraryCall) => Promise<unknown>

/** Imports the library. Its settings name models by provider; the models used are those of Hermes. */
export async function openLibrary(
  module: string,
  { folder, dimensions }: Omit<LibraryStart, 'module'>,
  models: LibraryModels,
): Promise<Library> {
  const library: typeof import('mem0ai/oss') = await import(module)
  const embeddings = {
    embedQuery: async (text: string) => (await models.vectors([text]))[0] ?? [],
    embedDocuments: (texts: readonly string[]) => models.vectors(texts),
  }
  const memory = new library.Memory({
    embedder: { provider: 'langchain', config: { model: embeddings, embeddingDims: dimensions } },
    // Replaced below, because the only other way to pass a model in needs LangChain.
    llm: { provider: 'openai', config: { apiKey: 'none' } },
    vectorStore: {
      provider: 'memory',
      config: { collectionName: 'memories', dimension: dimensions, dbPath: join(folder, 'memories.db') },
    },
    historyDbPath: join(folder, 'history.db'),
  })
  Object.assign(memory, { llm: languageModel(models) })
  return callsOf(memory)
}

interface LibraryMessage {
  readonly role: string
  readonly content: string
}

function languageModel({ text }: LibraryModels) {
  const generate = (messages: readonly LibraryMessage[]) => {
    const of = (isSystem: boolean) =>
      messages.filter(({ role }) => (role === 'system') === isSystem).map(({ content }) => content)
    return text(of(true).join('\n\n'), of(false).join('\n\n'))
  }
  return {
    generateResponse: generate,
    generateChat: async (messages: readonly LibraryMessage[]) => ({
      role: 'assistant',
      content: await generate(messages),
    }),
  }
}

function callsOf(memory: Memory): Library {
  const count = async (filters: Readonly<Record<string, string>>) =>
    (await memory.getAll({ filters, topK: 1 })).results.length

  return async (call) => {
    if (call.do === 'count') return count(call.filters)
    const { user } = call
    if (call.do === 'search') {
      const { results } = await memory.search(call.text, { filters: { user_id: user }, topK: call.limit })
      return results.map(({ memory: fact, metadata }) => ({ memory: fact, metadata }))
    }
    const { results } = await memory.add([...call.messages], { userId: user, metadata: { ...call.metadata } })
    // The library returns memories even if it could not store them.
    if (results.length > 0 && (await count({ user_id: user, ...call.metadata })) === 0)
      throw new Error('its memories could not be stored')
    return undefined
  }
}
