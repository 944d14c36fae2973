import { ConfigError, type Message } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import * as z from 'zod'
import { readTextFile } from '../home/text-file.js'

/** The name of the setting, for errors. */
const setting = 'agent.prefill_messages_file'

const messageSchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().refine((text) => text.trim() !== ''),
})

/**
 * Reads example messages from a JSON file. The messages are frozen, so that transports can cache their wire format.
 * @throws {ConfigError} when there is no such file, or it is not a list of messages.
 */
export async function readPrefill(path: string): Promise<readonly Message[]> {
  const found = contentOf(path, await readText(path))
  if (!Array.isArray(found)) {
    throw new ConfigError(setting, `${path} (${setting}) must be a list of messages: ${example}.`)
  }
  return found.map((given, index) => {
    const { data, success } = messageSchema.safeParse(given)
    if (success) return Object.freeze(data)
    throw new ConfigError(
      setting,
      `Message ${index + 1} of ${path} (${setting}) must have the role user or assistant, a text as its content, and nothing else: ${example}.`,
    )
  })
}

const example = '[{ "role": "user", "content": "..." }, { "role": "assistant", "content": "..." }]'

async function readText(path: string): Promise<string> {
  try {
    const text = await readTextFile(path)
    if (text !== undefined) return text
  } catch (cause) {
    throw new ConfigError(setting, `${path} (${setting}) cannot be read: name a file that you may read.`, { cause })
  }
  throw new ConfigError(setting, `There is no file ${path}: correct ${setting}, or create the file.`)
}

function contentOf(path: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new ConfigError(setting, `${path} (${setting}) is not valid JSON: it must be a list, ${example}.`, { cause })
  }
}
