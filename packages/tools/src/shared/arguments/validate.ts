import type { JsonObject, Tool } from '@hermes/core'

export type Validation =
  | { readonly ok: true; readonly input: unknown }
  /** Sentence for the model about the invalid arguments. */
  | { readonly ok: false; readonly reason: string }

/** Validates arguments against the tool's schema. The tool runs with `input`, which includes defaults. */
export async function validateArguments(tool: Tool, args: JsonObject): Promise<Validation> {
  if (!tool.schema) return { ok: true, input: args }
  const result = await tool.schema['~standard'].validate(args)
  if (!result.issues) return { ok: true, input: result.value }
  const problems = result.issues.slice(0, 5).map(describe).join('; ')
  return {
    ok: false,
    reason: `The arguments of "${tool.name}" are not valid: ${problems}. Correct them and call again.`,
  }
}

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

function describe({ message, path = [] }: Issue): string {
  const name = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.')
  return name === '' ? message : `${name}: ${message}`
}
