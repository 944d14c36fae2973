import { type Environment, HermesError, type JsonValue, type Logger } from '@hermes/core'
import { isSilent, runScript } from '@hermes/runtime'
import { isRecord } from '@hermes/safety'
import { parseText } from '../event/parse-text.js'

export interface TransformOptions {
  /** The folder of the scripts. */
  readonly folder: string
  readonly environment: Environment
  readonly timeoutMs: number
  readonly logger: Logger
}

export interface TransformedEvent {
  /** The id in the queue, which starts with the name of the route. */
  readonly id: string
  readonly data: JsonValue
}

/**
 * Runs the script of a route on an event. Returns the object that it writes, or the event with its text as `script_output`. `undefined`: the event is
 * not answered, because the script writes nothing or `[SILENT]`, or fails.
 */
export async function transformEvent(
  name: string,
  { id, data }: TransformedEvent,
  { logger, ...options }: TransformOptions,
  signal: AbortSignal,
): Promise<JsonValue | undefined> {
  try {
    const output = (await runScript({ ...options, name, input: JSON.stringify(data), signal })).trim()
    if (output === '' || isSilent(output)) return undefined
    const made = parseText(output)
    return isRecord(made) ? made : { ...(isRecord(data) ? data : { event: data }), script_output: output }
  } catch (error) {
    if (!HermesError.is(error) || error.code !== 'schedule/script') throw error
    logger.log('warn', `An event was not answered: ${error.message}`, { id })
    return undefined
  }
}
