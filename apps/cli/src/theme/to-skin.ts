import type { ColorRole } from '@hermes/tui'
import type { Background } from './background.js'
import type { Color } from './color.js'
import { darkPalette } from './dark-palette.js'
import { lightPalette } from './light-palette.js'
import type { Palette } from './palette.js'
import { readableOn } from './readable-on.js'
import type { Skin } from './skin.js'
import type { SkinColors, SkinSource } from './skin-source.js'

const defaults = { dark: darkPalette, light: lightPalette } as const

/** Role whose color another role takes in a skin that does not set it. */
const likeness: { readonly [Role in ColorRole]?: ColorRole } = {
  added: 'success',
  removed: 'error',
  code: 'accent',
  name: 'accent',
  user: 'accent',
  string: 'success',
  literal: 'warning',
  match: 'warning',
  border: 'muted',
  status: 'muted',
}

export function toSkin(name: string, source: SkinSource): Skin {
  const { description, promptSign = '❯', agentName = 'Hermes' } = source
  return {
    name,
    colors: { dark: paletteOf(source, 'dark'), light: paletteOf(source, 'light') },
    promptSign,
    agentName,
    ...(description !== undefined && { description }),
  }
}

function paletteOf(source: SkinSource, background: Background): Palette {
  const own: SkinColors = source[background] ?? {}
  const given = (role: ColorRole): Color | undefined => own[role] ?? readable(source.colors[role], background)
  const of = (role: ColorRole): Color => {
    const like = likeness[role]
    return given(role) ?? (like && given(like)) ?? defaults[background][role]
  }
  return {
    accent: of('accent'),
    muted: of('muted'),
    success: of('success'),
    warning: of('warning'),
    error: of('error'),
    added: of('added'),
    removed: of('removed'),
    code: of('code'),
    keyword: of('keyword'),
    literal: of('literal'),
    string: of('string'),
    name: of('name'),
    user: of('user'),
    assistant: of('assistant'),
    border: of('border'),
    status: of('status'),
    match: of('match'),
  }
}

function readable(color: Color | undefined, background: Background): Color | undefined {
  return color === undefined ? undefined : readableOn(color, background)
}
