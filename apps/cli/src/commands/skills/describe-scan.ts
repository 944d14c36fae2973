import type { SkillScan } from '@hermes/skills'
import { safeText } from '../../render/safe-text.js'

/** The verdict of a scan and what led to it, a line each. */
export function describeScan({ verdict, findings }: SkillScan): readonly string[] {
  const lines = findings.map(({ id, severity, path, line }) => {
    const place = [path, line].filter((part) => part !== undefined && part !== '').join(':')
    return `  ${severity === 'danger' ? '!' : '-'} ${id}${place === '' ? '' : `  ${safeText(place)}`}`
  })
  return [`Scan: ${verdict}`, ...new Set(lines)]
}
