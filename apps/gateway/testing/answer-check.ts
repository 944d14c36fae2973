import { Ajv2020 } from 'ajv/dist/2020.js'
import { apiRoutes } from '../src/api/openapi/api-routes.js'
import { openApiDocument } from '../src/api/openapi/openapi-document.js'
import { testKey } from './open-test-gateway.js'

export interface Asking {
  /** The path parameter. */
  readonly id?: string
  /** The query, with the `?`. */
  readonly query?: string
  readonly body?: object | FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** Compares answers with the API document. A field that is missing from the document is also a problem. */
export class AnswerCheck {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false })
  readonly #unseen = new Set(apiRoutes.map(({ method, path }) => `${method} ${path}`))

  constructor() {
    this.#ajv.addSchema(JSON.parse(JSON.stringify(openApiDocument('1.2.3')), closed), 'api')
  }

  /** The operations that have not been answered successfully. */
  get unseen(): readonly string[] {
    return [...this.#unseen]
  }

  /** Sends a request and checks its answer. @param operation For example `get /v1/runs/{id}`. @throws {Error} when the answer does not match the document. */
  async ask(url: string, operation: string, asking: Asking = {}): Promise<unknown> {
    return this.see(operation, await send(url, operation, asking))
  }

  /** Checks an answer. @returns its JSON, or that of its events. */
  async see(operation: string, response: Response): Promise<unknown> {
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const text = await response.text()
    const places = [`${pathsOf(operation)}/responses/${response.status}`, '/components/responses/Error']
    const schema = places.map((place) => this.#ajv.getSchema(`api#${place}/content/${escaped(type)}/schema`))
    const validate = schema.find((found) => found !== undefined)
    if (!validate) throw new Error(`The document has no ${type} for ${response.status} of ${operation}.`)
    const values = type === 'text/event-stream' ? dataOf(text) : [type === 'application/json' ? JSON.parse(text) : text]
    for (const value of values) {
      if (validate(value)) continue
      throw new Error(`${operation}: ${this.#ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`)
    }
    if (response.ok) this.#unseen.delete(operation)
    return type === 'text/event-stream' ? values : values[0]
  }
}

/** Sends the request of an operation. */
export function send(
  url: string,
  operation: string,
  { id = '', query = '', body, headers }: Asking,
): Promise<Response> {
  const [method = '', path = ''] = operation.split(' ')
  const isForm = body instanceof FormData
  return fetch(`${url}${path.replace(/\{[a-z]+\}/, encodeURIComponent(id))}${query}`, {
    method: method.toUpperCase(),
    headers: { authorization: `Bearer ${testKey}`, ...(!isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
}

/** Disallows properties that are not in the schema. */
function closed(_: string, value: unknown): unknown {
  const isOpen =
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
  return isOpen ? { ...value, additionalProperties: false } : value
}

function pathsOf(operation: string): string {
  const [method = '', path = ''] = operation.split(' ')
  return `/paths/${escaped(path)}/${method}`
}

/** Escapes a part of a JSON pointer in a URI. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** Returns the data of server-sent events, without the text that ends an OpenAI stream. */
function dataOf(text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]')
  return lines.map((line) => JSON.parse(line.slice('data: '.length)))
}
