import { type Schema, Validator } from '@cfworker/json-schema'
import { describeError, HermesError, type JsonSchema, type JsonValue } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'

/** Schema for a child's answer. */
export interface OutputSchema {
  /** Schema as the caller wrote it. */
  readonly schema: JsonSchema
  /** Parses an answer: the whole text, its last code block, or the text between its outermost brackets. */
  read(answer: string): ReadOutput
}

export type ReadOutput =
  | { readonly ok: true; readonly value: JsonValue }
  /** Description of the problem with the answer, for the model. */
  | { readonly ok: false; readonly problem: string }

/**
 * Accepts a JSON Schema (draft 2020-12, or the one that its `$schema` names). The schema is interpreted and never
 * compiled to code, because a model wrote it.
 *
 * @throws {HermesError} `delegate/bad-schema` when no value could be validated against it.
 */
export function toOutputSchema(schema: JsonSchema): OutputSchema {
  const check = toCheck(schema)
  return {
    schema,
    read(answer) {
      const found = findJson(answer)
      if (!found) return { ok: false, problem: 'The answer contains no JSON.' }
      const problem = check(found.value)
      return problem === undefined ? { ok: true, value: found.value } : { ok: false, problem }
    },
  }
}

function toCheck(schema: JsonSchema): (value: JsonValue) => string | undefined {
  try {
    // The validator modifies the schema.
    const own: Schema = { ...structuredClone(schema) }
    checkKeywords(own)
    const validator = new Validator(own, draftOf(schema), false)
    const check = (value: JsonValue) => {
      const { valid, errors } = validator.validate(value)
      return valid ? undefined : describe(errors)
    }
    check(null) // Validates once, because unresolved references are only detected when they are followed.
    return check
  } catch (cause) {
    throw new HermesError('delegate/bad-schema', `The output_schema cannot be used: ${describeError(cause)}`, { cause })
  }
}

const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
/** Keywords whose values are data, not schemas. */
const dataKeywords = ['const', 'enum', 'default', 'examples']

/**
 * Checks keywords that the validator reports only when it applies them, or never.
 *
 * @throws {TypeError} or {SyntaxError} for an invalid type or pattern.
 */
function checkKeywords(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'type') checkTypes(value)
    if (keyword === 'pattern' && typeof value === 'string') new RegExp(value, 'u')
    if (keyword === 'patternProperties') for (const pattern of Object.keys(Object(value))) new RegExp(pattern, 'u')
    if (!dataKeywords.includes(keyword)) checkKeywords(value)
  }
}

/** Checks names of types. A property named `type` has a schema as its value, not the name of a type. */
function checkTypes(value: unknown): void {
  const named = [value].flat().filter((name) => typeof name === 'string')
  const unknown = named.find((name) => !types.includes(name))
  if (unknown !== undefined) throw new TypeError(`"${unknown}" is not a type: use ${types.join(', ')}.`)
}

function draftOf({ $schema }: JsonSchema): '4' | '7' | '2019-09' | '2020-12' {
  const name = typeof $schema === 'string' ? $schema : ''
  if (/draft-0?4/.test(name)) return '4'
  if (/draft-0?[67]/.test(name)) return '7'
  return name.includes('2019-09') ? '2019-09' : '2020-12'
}

interface Problem {
  readonly instanceLocation: string
  readonly error: string
}

/** Describes the innermost problems. The others only say that something below them is wrong. */
function describe(errors: readonly Problem[]): string {
  const isCause = ({ instanceLocation: place }: Problem) =>
    !errors.some(({ instanceLocation: other }) => other.startsWith(`${place}/`))
  const causes = errors
    .filter(isCause)
    .map(({ instanceLocation, error }) => `${instanceLocation.slice(1) || '/'}: ${error}`)
  return [...new Set(causes)].slice(0, 8).join(' ')
}

function findJson(answer: string): { readonly value: JsonValue } | undefined {
  const text = answer.trim()
  const blocks = [...text.matchAll(/```[a-z]*[^\S\n]*\n([\s\S]*?)```/gi)].map(([, block = '']) => block)
  for (const candidate of [text, blocks.at(-1) ?? '', outermost(text)]) {
    const value = parse(candidate)
    if (value !== undefined) return { value }
  }
  return undefined
}

function outermost(text: string): string {
  const start = text.search(/[[{]/)
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  return start === -1 ? '' : text.slice(start, end + 1)
}

function parse(text: string): JsonValue | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined // Not JSON: try the next candidate.
  }
}
