import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The JSON Schema that the official SDK ships, including methods that are not final yet. */
const schema = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@agentclientprotocol/sdk/schema/v1/schema.unstable.json')), 'utf8'),
)

/**
 * Validates every frame of both ends by its method. Unlike with the schema of all messages, none passes as an
 * extension.
 */
export class FrameCheck {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(schema, 'acp')
  readonly #known = new Map<string, string>()
  readonly #methods = { agent: new Map<unknown, string>(), client: new Map<unknown, string>() }
  readonly problems: string[] = []
  /** The number of validated frames. */
  count = 0

  constructor() {
    for (const [name, definition] of Object.entries<Record<string, unknown>>(schema.$defs)) {
      const method = definition['x-method']
      if (typeof method !== 'string') continue
      const kind = name.endsWith('Response') ? 'response' : 'call'
      this.#known.set(`${method} ${kind}`, name)
    }
  }

  /** Validates a line that `from` has written. */
  see(line: string, from: 'agent' | 'client'): void {
    this.count += 1
    const problem = this.#problemOf(line, from)
    if (problem !== undefined) this.problems.push(`${problem}: ${line.slice(0, 500)}`)
  }

  #problemOf(line: string, from: 'agent' | 'client'): string | undefined {
    let frame: Record<string, unknown>
    try {
      frame = JSON.parse(line)
    } catch {
      return 'no JSON'
    }
    if (frame.jsonrpc !== '2.0') return 'no JSON-RPC 2.0'
    const { id, method, params, result, error } = frame
    if (typeof method === 'string') {
      if (id !== undefined) this.#methods[from].set(id, method)
      return this.#validate(`${method} call`, params)
    }
    if (error !== undefined) return this.#validateAs('Error', error)
    const asked = this.#methods[from === 'agent' ? 'client' : 'agent'].get(id)
    return asked === undefined ? 'an answer to no request' : this.#validate(`${asked} response`, result)
  }

  #validate(key: string, value: unknown): string | undefined {
    const name = this.#known.get(key)
    // Methods of earlier versions of the protocol.
    if (name === undefined) return key.startsWith('session/set_model') ? undefined : `unknown method, ${key}`
    return this.#validateAs(name, value)
  }

  #validateAs(name: string, value: unknown): string | undefined {
    const validate: ValidateFunction | undefined = this.#ajv.getSchema(`acp#/$defs/${name}`)
    if (!validate) return `no schema ${name}`
    return validate(value) ? undefined : `${name} ${this.#ajv.errorsText(validate.errors)}`
  }
}
