import type { JsonValue } from '@hermes/core'
import { type ScanSurface, scanText } from '@hermes/safety/scan'
import { type Kind, textField } from '../kind.js'

/** `{text, surface}`: attempts to manipulate an agent. */
export const scan: Kind = async (input) => {
  const { findings, block } = scanText(textField(input, 'text'), { surface: surfaceOf(input.surface) })
  return { findings: findings.map(({ name }) => name), block }
}

const surfaces: readonly ScanSurface[] = ['context', 'skill', 'memory', 'tool-description']

function surfaceOf(value: JsonValue | undefined): ScanSurface {
  const known = surfaces.find((surface) => surface === value)
  if (known) return known
  throw new TypeError(`input.surface must be one of ${surfaces.join(', ')}.`)
}
