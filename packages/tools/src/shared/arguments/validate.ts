import type { JsonObject, Tool } from '@hermes/core'

export type Validation =
  | { readonly ok: true; readonly input: unknown }
  /** A sentence for the model: which arguments are wrong, and how. */
  | { readonly ok: false; readonly reason: string }

/** Checks arguments against the tool's schema. `input` is what the tool is run with: defaults filled in. */
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
