import type * as z from 'zod'

/** A problem of a request in one sentence, and the field that has it. */
export interface RequestProblem {
  readonly message: string
  /** The field as OpenAI writes it, such as `messages[0].role`. `null` for the whole body. */
  readonly param: string | null
}

type Issue = z.core.$ZodIssue

/** Returns the first problem that a schema found, worded like the errors of OpenAI's API. Needs issues with their input. */
export function describeProblem({ issues: [first] }: z.ZodError): RequestProblem {
  const issue = first && innermost(first)
  const param = issue === undefined ? null : toParam(fieldOf(issue))
  if (issue === undefined || !param) return { message: 'The request body must be a JSON object.', param: null }
  return { message: sentence(issue, `'${param}'`), param }
}

/** Returns the innermost problem of a value that can be of several kinds, such as a list where text is also allowed. */
function innermost(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const ofItsKind = issue.errors.filter((issues) => issues.every(({ path }) => path.length > 0))
  const [inner] = ofItsKind[0] ?? []
  if (!inner || ofItsKind.length > 1) return issue
  return innermost({ ...inner, path: [...issue.path, ...inner.path] })
}

/** Returns the path of the field. An unknown field is named itself, instead of the object that contains it. */
function fieldOf(issue: Issue): readonly PropertyKey[] {
  return issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path
}

function toParam(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`))
    .join('')
}

/** Returns a sentence. The schema's own texts start with a verb, such as "must be 1". */
function sentence(issue: Issue, name: string): string {
  if (issue.code === 'invalid_union' && issue.input === undefined) return `Missing required parameter: ${name}.`
  if (/^(?:must|is) /.test(issue.message)) return `${name} ${issue.message}.`
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `Missing required parameter: ${name}.`
      return `Invalid type for ${name}: expected ${withArticle(issue.expected)}, but got ${kindOf(issue.input)}.`
    case 'invalid_value':
      return `Invalid value for ${name}: expected ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`
    case 'unrecognized_keys':
      return `Unknown parameter: ${name}.`
    case 'too_small':
      return `Invalid ${name}: expected at least ${amountOf(issue.minimum, issue.origin)}.`
    case 'too_big':
      return `Invalid ${name}: expected at most ${amountOf(issue.maximum, issue.origin)}.`
    default:
      return `Invalid value for ${name}.`
  }
}

function amountOf(limit: number | bigint, origin: string): string {
  const unit = origin === 'string' ? 'character' : origin === 'array' ? 'item' : undefined
  return unit === undefined ? `${limit}` : `${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return withArticle(Array.isArray(value) ? 'array' : typeof value)
}

function withArticle(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`
}
