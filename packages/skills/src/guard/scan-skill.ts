import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scan } from '@hermes/safety/scan'
import { skillLimits } from '../format/index.js'
import { listSkillFiles, type SkillFile } from '../library/index.js'
import { type SkillFinding, scanFile } from './scan-file.js'

/**
 * `safe`: nothing was found. `caution`: a person should look at it. `dangerous`: it does something that no skill needs.
 */
export type SkillVerdict = 'safe' | 'caution' | 'dangerous'

export interface SkillScan {
  readonly verdict: SkillVerdict
  readonly findings: readonly SkillFinding[]
}

/** Maximum number of bytes scanned per file. Skills do not consist of larger files. */
const scannedBytes = 262_144

/** Scans all files of a skill. This is a filter, not a security boundary: unknown attacks pass. */
export async function scanSkill(folder: string): Promise<SkillScan> {
  const files = await listSkillFiles(folder)
  const findings: SkillFinding[] = []
  let total = 0
  for (const file of files) {
    if (file.kind !== 'file') {
      findings.push({ id: 'link', severity: 'danger', path: file.path })
      continue
    }
    const { size, findings: ofFile } = await scanOne(folder, file)
    total += size
    findings.push(...ofFile)
  }
  if (files.length > skillLimits.files) findings.push({ id: 'many_files', severity: 'caution', path: '' })
  if (total > skillLimits.totalBytes) findings.push({ id: 'large', severity: 'caution', path: '' })
  return { verdict: verdictOf(findings), findings }
}

/**
 * Scans a text that is about to be shown or written.
 * @param scan The scan for documents. Default: the rules alone.
 */
export async function scanSkillText(path: string, text: string, scan?: Scan): Promise<SkillScan> {
  const findings = await scanFile(path, text, scan)
  return { verdict: verdictOf(findings), findings }
}

export function verdictOf(findings: readonly SkillFinding[]): SkillVerdict {
  if (findings.some(({ severity }) => severity === 'danger')) return 'dangerous'
  return findings.length > 0 ? 'caution' : 'safe'
}

async function scanOne(
  folder: string,
  { path }: SkillFile,
): Promise<{ size: number; findings: readonly SkillFinding[] }> {
  await using handle = await open(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const { size } = await handle.stat()
  const buffer = Buffer.alloc(Math.min(size, scannedBytes))
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
  const bytes = buffer.subarray(0, bytesRead)
  const program = programIn(bytes)
  if (program) return { size, findings: [{ id: program, severity: 'danger', path }] }
  const isText = !bytes.subarray(0, 8_192).includes(0)
  return {
    size,
    findings: [
      ...(size > scannedBytes ? [{ id: 'large_file', severity: 'caution' as const, path }] : []),
      ...(isText ? await scanFile(path, bytes.toString('utf8')) : []),
    ],
  }
}

/** Detects compiled programs, which a reviewer cannot read. */
function programIn(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 4).toString('latin1')
  if (start === '\x7fELF' || start.startsWith('MZ') || /^(?:\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe)/.test(start))
    return 'program'
  return undefined
}
