import { fromText } from '../words/data.js'
import type { Inner, Problem } from '../words/invocation.js'

interface Found {
  readonly inner: readonly Inner[]
  readonly problems: readonly Problem[]
}

const sqlLoss: readonly RegExp[] = [
  /\bDROP\s+(?:TABLE|DATABASE|SCHEMA|VIEW|MATERIALIZED|INDEX|COLUMN|USER|ROLE|KEYSPACE|COLLECTION|TABLESPACE|TYPE|SEQUENCE|FUNCTION|OWNED)\b/i,
  /\bTRUNCATE\s+(?:TABLE\s+)?["`[\w]/i,
  /\bDELETE\s+FROM\s+[^\s;]+\s*(?:;|$|RETURNING\b|WHERE\s+(?:1\s*=\s*1|true|''\s*=\s*''))/i,
  /\bFLUSH(?:ALL|DB)\b/i,
  /\bxp_cmdshell\b/i,
]
const dropsData = (text: string) =>
  sqlLoss.some((pattern) => pattern.test(text)) || text.split(';').some(changesEveryRow)
const changesEveryRow = (statement: string) =>
  /^\s*UPDATE\b/i.test(statement) && /\bSET\b/i.test(statement) && !/\bWHERE\b/i.test(statement)
const sqlShell =
  /(?:^|\n|;)[^\S\n]*(?:\\!|\\o\s*\||\.shell|\.system|\bsystem\b|\\\.)\s+([^\n]*)|\b(?:FROM|TO)\s+PROGRAM\s+'([^']*)'|\\g\s*\|\s*([^\n]*)/gi

/** Finds SQL statements that drop data, and ways of SQL shells to run a command. */
export function inspectSql(text: string): Found {
  const bare = text.replace(/--[^\n]*|\/\*(?!!)[\s\S]*?(?:\*\/|$)/g, ' ').replace(/\/\*!\d*|\*\//g, ' ')
  const withoutTexts = bare.replace(/'(?:[^']|'')*'/g, (part) => (part === "''" ? part : "'x'"))
  return {
    inner: [...text.matchAll(sqlShell)].map(([, first, second, third]) => shell(first ?? second ?? third ?? '')),
    problems: dropsData(withoutTexts) || (text.startsWith('redis ') && dropsData(bare)) ? ['data-loss'] : [],
  }
}

const vimShell =
  /(?:^|[|:\n"'(]|\b(?:silent|sil|exe|execute|norm|normal|shell|r|read|w|write|terminal|term|echo)\b!?)[^\S\n]{0,20}[%\d,$.']{0,40}[^\S\n]{0,20}(?:r|read|w|write)?[^\S\n]{0,20}!([^\n]*)|(?:^|[|:\n])[^\S\n]{0,40}(?:shell|terminal|term|ter)\s+([^\n]*)/g
const vimCall =
  /\b(?:system|systemlist|termopen|jobstart|job_start|os\.execute|io\.popen|vim\.fn\.system|os\.system|subprocess\.\w+)\s*\(\s*(?:\[+\s*)?(["'])([\s\S]{0,5000}?)\1/g
const vimWrite = /(?:^|[|:\n])[^\S\n]{0,40}[%\d,$.']{0,40}(?:w|write|sav|saveas)!?\s+([^\s|!][^|\n]*)/g

/** Finds the commands that make an ed- or vi-style editor, or a debugger, run or write something. */
export function inspectVim(text: string): Found {
  const commands = [...text.matchAll(vimShell)].map(([, bang, named]) => bang ?? named ?? '')
  const calls = [...text.matchAll(vimCall)].map(([, , argument]) => argument ?? '')
  const writes = [...text.matchAll(vimWrite)].map(([, path]) => (path ?? '').trim())
  return {
    inner: [...commands, ...calls]
      .map((command) => shell(command.replace(/["']\s*(?:\)\s*)?$/, '')))
      .concat(writes.map(write)),
    problems: [],
  }
}

/** Finds the sed commands that run or write something: `e`, the `e` and `w` flags of `s`, `w`. */
export function inspectSed(text: string): Found {
  const inner: Inner[] = []
  const problems: Problem[] = []
  for (let at = 0; at < text.length; ) {
    const address = /^(?:[\s;{}!,+~\d$]|\/(?:\\.|[^/\\])*\/[IM]*|\\(.)(?:\\.|(?!\1)[^\\])*\1[IM]*)+/.exec(
      text.slice(at, at + 5_000),
    )
    at += address?.[0].length ?? 0
    const letter = text[at] ?? ''
    const line = /^[^\n]*/.exec(text.slice(at + 1))?.[0] ?? ''
    if (letter === 's' || letter === 'y') {
      const parts = readSubstitution(text, at)
      at = parts.next
      if (letter === 'y') continue
      if (/e/.test(parts.flags)) inner.push(shell(parts.replacement))
      if (parts.file) inner.push(write(parts.file))
    } else if (letter === 'e') {
      if (line.trim() === '' || /^[;}]/.test(line)) problems.push('generated-code')
      else inner.push(shell(line.trim()))
      at += line.length + 1
    } else if (letter === 'w' || letter === 'W') {
      inner.push(write(line.trim()))
      at += line.length + 1
    } else at += 'aicrRbtT:#'.includes(letter) ? line.length + 1 : 1
  }
  return { inner, problems }
}

function readSubstitution(text: string, at: number) {
  const delimiter = text[at + 1] ?? '/'
  const parts: string[] = []
  let start = at + 2
  for (let end = start; end < text.length && parts.length < 2; end++) {
    if (text[end] === '\\') end++
    else if (text[end] === delimiter) {
      parts.push(text.slice(start, end))
      start = end + 1
    }
  }
  if (parts.length < 2) return { replacement: '', flags: '', next: text.length }
  const flags = /^[gpiImMe\d]*/.exec(text.slice(start))?.[0] ?? ''
  const file = /^w\s*([^\n]+)/.exec(text.slice(start + flags.length))?.[1]
  const replacement = (parts[1] ?? '').replace(/\\([^\dn&])/g, '$1').replaceAll('\\n', '\n')
  return { replacement, flags, next: start + flags.length + (file ? file.length + 1 : 0), ...(file ? { file } : {}) }
}

function shell(text: string): Inner {
  return { kind: 'shell', program: fromText(text) }
}

function write(path: string): Inner {
  return { kind: 'command', argv: [], redirects: [{ operator: '>', target: fromText(path) }] }
}
