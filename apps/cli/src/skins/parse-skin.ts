import { describeError } from '@hermes/core'
import { parse } from 'yaml'
import * as z from 'zod'
import { hidesSomething } from '../render/text/safe-text.js'
import { textWidth } from '../render/text/text-width.js'
import { namedColors } from '../theme/color.js'
import type { SkinColors, SkinSource } from '../theme/skin-source.js'

const color = z.union(
  [
    z
      .string()
      .regex(/^#[\da-f]{6}$/i)
      .transform((hex): `#${string}` => `#${hex.slice(1).toLowerCase()}`),
    z.custom<keyof typeof namedColors>((value) => typeof value === 'string' && Object.hasOwn(namedColors, value)),
  ],
  { error: 'is no color: use #rrggbb or a name' },
)

/** A text without control characters and without characters that change how it looks. */
const text = (columns: number) =>
  z
    .string({ error: 'is no text' })
    .trim()
    .refine((value) => !hidesSomething(value), 'has characters that do not show')
    .refine((value) => textWidth(value) >= 1 && textWidth(value) <= columns, `has not 1 to ${columns} columns`)
    .optional()

const roles = z.strictObject({
  accent: color.optional(),
  muted: color.optional(),
  success: color.optional(),
  warning: color.optional(),
  error: color.optional(),
  added: color.optional(),
  removed: color.optional(),
  code: color.optional(),
  keyword: color.optional(),
  literal: color.optional(),
  string: color.optional(),
  name: color.optional(),
  user: color.optional(),
  assistant: color.optional(),
  border: color.optional(),
  status: color.optional(),
  match: color.optional(),
})

/** Roles of the colors in skins of the Hermes Agent in Python. Their other colors, which also contain a `_`, are for parts that do not exist here. */
const pythonRoles: Readonly<Record<string, keyof typeof roles.shape>> = {
  ui_accent: 'accent',
  banner_dim: 'muted',
  ui_ok: 'success',
  ui_warn: 'warning',
  ui_error: 'error',
  ui_label: 'code',
  prompt: 'user',
  input_rule: 'border',
  status_bar_text: 'status',
}

const colors = z
  .record(z.string(), z.unknown(), { error: 'is no list of colors' })
  .transform((given): Record<string, unknown> => {
    const named = Object.entries(given).flatMap(([name, value]) => {
      const role = Object.hasOwn(pythonRoles, name) ? pythonRoles[name] : undefined
      if (role !== undefined) return Object.hasOwn(given, role) ? [] : [[role, value]]
      return name.includes('_') ? [] : [[name, value]]
    })
    return Object.fromEntries(named)
  })
  .pipe(roles)
  .optional()

/** A skin file. Other settings, such as the faces and pictures of the Hermes Agent in Python, have no effect. */
const schema = z.object({
  description: text(100),
  colors,
  light_colors: colors,
  dark_colors: colors,
  branding: z.object({ prompt_symbol: text(8), agent_name: text(40) }).optional(),
})

/** Parses a skin file. Returns the problem as text if it is not valid: `colors.accent is no color: ...`. */
export function parseSkin(text: string): SkinSource | string {
  let values: unknown
  try {
    values = parse(text)
  } catch (error) {
    return `its file is no YAML (${describeError(error).split('\n')[0]?.replace(/:$/, '') ?? ''})`
  }
  const parsed = schema.safeParse(values)
  if (!parsed.success) return problemOf(parsed.error)
  const { description, colors: both = {}, light_colors: light, dark_colors: dark, branding } = parsed.data
  const shared: SkinColors = both
  return {
    description,
    colors: shared,
    promptSign: branding?.prompt_symbol,
    agentName: branding?.agent_name,
    ...(light && { light }),
    ...(dark && { dark }),
  }
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') return `${path} has no ${issue.keys[0] ?? ''}`
  return path === '' ? 'it is no list of settings' : `${path} ${issue?.message ?? 'is wrong'}`
}
