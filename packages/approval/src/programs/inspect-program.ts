import { type Data, fromText, isWorseThan, unknownData, type Word } from '../words/data.js'
import type { Inner, Language, Problem } from '../words/invocation.js'
import { inspectSed, inspectSql, inspectVim } from './command-languages.js'
import { equivalents } from './equivalents.js'
import { type FoldedText, foldLiterals } from './fold-literals.js'
import { literal, readProgramText } from './program-text.js'
import { sendsSecrets } from './sent-secrets.js'

export interface Inspection {
  /** The effects of the program, as commands. */
  readonly inner: readonly Inner[]
  readonly problems: readonly Problem[]
  /** The strings in the program. Absent for command languages. */
  readonly texts?: readonly string[]
}

/** Finds dangers in the text of a program in another language. Does not read script files. */
export function inspectProgram(language: Language, program: Data): Inspection {
  const { text } = program
  const origin = originProblems(language, program)
  const found: Inspection =
    language === 'sql'
      ? inspectSql(text)
      : language === 'vim'
        ? inspectVim(text)
        : language === 'sed'
          ? inspectSed(text)
          : inspectGeneral(language, text)
  return { ...found, problems: [...origin, ...found.problems] }
}

function originProblems(language: Language, program: Data): Problem[] {
  if (!isWorseThan(program.origin, 'file')) return []
  if (program.origin === 'remote') return ['remote-code']
  // Loading a compressed database dump is normal.
  if (language === 'sql') return []
  return [program.origin === 'decoded' ? 'decoded-code' : 'generated-code']
}

function inspectGeneral(language: Language, text: string): Inspection {
  const folded = foldLiterals(readProgramText(text, language))
  const inner: Inner[] = [
    ...folded.commands.map((command) => shell(command)),
    ...readQuotedCommands(language, text),
    ...(language === 'other' ? [...readBareCommands(text), ...readPowerShell(text)] : []),
    ...readCalls(folded),
    ...(language === 'awk' ? readAwkPipes(folded) : []),
    ...equivalents(folded),
  ]
  const problems = readProblems(folded, text, inner.length > 0)
  const nested = readEvaluated(language, folded)
  const texts = language === 'awk' ? {} : { texts: folded.strings }
  return { inner: [...inner, ...nested.inner], problems: [...problems, ...nested.problems], ...texts }
}

const callee =
  /(?:\bos\s*\.\s*(?:exec\w+|spawn\w+|posix_spawnp?|execute)|\bsubprocess\s*\.\s*\w+|\b(?:pty|Open3|IO|Kernel|Process|PTY|Deno|Bun|execa|io|child_process|commands|shell)\s*\.\s*\w+|(?:\.|\b)\s*(?:exec|execl|execlp|execv|execvp|execve|system|popen|popen2|popen3|shell_exec|passthru|proc_open|pcntl_exec|call|check_call|check_output|run|Popen|getoutput|getstatusoutput|spawn|fork|execSync|execFile|execFileSync|spawnSync|execa|execaSync|execaCommand|doShellScript|shell-command|shell-command-to-string|async-shell-command|call-process|start-process|uiop:run-program)(?![\w-])|\$(?=\()|\bdo shell script|\)(?=\s*\(\s*\uE000))\s*[([\s]*/g

/**
 * Reads calls that start a process: a single string is shell text, a list of strings is a program with its arguments.
 */
function readCalls({ code, strings }: FoldedText): Inner[] {
  const list = new RegExp(`^[\\s(\\[{%w]*[fbru]{0,2}${literal}(?:\\s*,\\s*[\\[{]?\\s*${literal})*`)
  const found: Inner[] = []
  for (const match of code.matchAll(callee)) {
    const rest = code.slice(match.index + match[0].length, match.index + match[0].length + 2_000)
    const texts = list.exec(rest)?.[0]
    if (texts === undefined) continue
    const words = [...texts.matchAll(new RegExp(literal, 'g'))].map(([, index]) => strings[Number(index)] ?? '')
    const hasMore = /^\s*,\s*(?!\w+\s*[=:])[\w$@*(]/.test(rest.slice(texts.length))
    found.push(...toInner(words, hasMore))
  }
  return found
}

function toInner(words: readonly string[], hasMore: boolean): Inner[] {
  const [first] = words
  if (first === undefined) return []
  if (words.length === 1 && !hasMore) return [shell(first)]
  const argv: Word[] = words.map(fromText)
  if (hasMore) argv.push({ ...unknownData, glob: false })
  return words.length > 1 || !/\s/.test(first)
    ? [{ kind: 'command', argv }, ...(/\s/.test(first) ? [shell(first)] : [])]
    : [shell(first)]
}

/** Reads quoted commands: `qx{...}` and `%x(...)`. */
function readQuotedCommands(language: Language, text: string): Inner[] {
  if (language !== 'perl' && language !== 'ruby') return []
  const lists = [...text.matchAll(/\b(?:exec|system)\s{0,9}\(?\s{0,9}qw\s{0,9}[({[]([^)}\]]{0,2000})[)}\]]/g)]
  const quoted = text.matchAll(
    /(?:\bqx\s*|%x)(?:\{([^}]{0,2000})\}|\(([^)]{0,2000})\)|\[([^\]]{0,2000})\]|([/!|~])(.{0,2000}?)\4)/g,
  )
  const texts = [...quoted].map(([, a, b, c, , d]) => a ?? b ?? c ?? d ?? '')
  return [...lists.map(([, words = '']) => words), ...texts].map(shell)
}

/** Reads Tcl, which expect uses and which starts programs without quotes: `spawn rm -rf x`. */
function readBareCommands(text: string): Inner[] {
  return [...text.matchAll(/(?:^|[;\n{[])[^\S\n]{0,80}(?:spawn|exec|system)\s+([^;\n"'\]}]+)/g)].map(([, command]) =>
    shell(command ?? ''),
  )
}

/** Reads cmdlets that delete trees, under all of their aliases. */
function readPowerShell(text: string): Inner[] {
  return [...text.matchAll(/\b(?:Remove-Item|rmdir|rm|del|ri|rd|erase)\s+([^;|\n]{0,500})/gi)].flatMap(
    ([, args = '']) =>
      /(?:^|\s)-r(?:e\w*)?\b/i.test(args)
        ? [
            {
              kind: 'command',
              argv: ['rm', '-r', ...args.split(/\s+/).filter((arg) => !arg.startsWith('-'))].map(fromText),
            },
          ]
        : [],
  )
}

function readAwkPipes({ code, strings }: FoldedText): Inner[] {
  const printed = new RegExp(`\\bprintf?\\s*(?:\\(\\s*)?${literal}\\s*(?:\\)\\s*)?\\|&?\\s*${literal}`, 'g')
  const fed = [...code.matchAll(printed)].map(
    ([, text, program]): Inner => ({
      kind: 'shell',
      program: fromText(strings[Number(program)] ?? ''),
      stdin: fromText(strings[Number(text)] ?? ''),
    }),
  )
  const pattern = new RegExp(`${literal}\\s*\\|&?\\s*getline|\\|&?\\s*${literal}|>>?\\s*${literal}`, 'g')
  const piped = [...code.matchAll(pattern)].flatMap(([, source, sink, file]): Inner[] => {
    const command = strings[Number(source ?? sink ?? -1)]
    if (command !== undefined) return [shell(command)]
    const target = strings[Number(file ?? -1)]
    return target === undefined
      ? []
      : [{ kind: 'command', argv: [], redirects: [{ operator: '>', target: fromText(target) }] }]
  })
  return [...fed, ...piped]
}

const network =
  /\bfetch\s*\(|\b(?:urlopen|urllib|requests\.(?:get|post)|httpx|http\.client|https?\.get|axios|LWP|HTTP::Tiny|Net::HTTP|open-uri|URI\.(?:open|parse)|file_get_contents|curl_exec|DownloadString|Invoke-WebRequest|iwr|wget|getstore)\b|\bget\s*\(?\s*\uE000/
/** Code that starts a process with downloaded content: `os.system(urlopen(...).read())`. */
const startsFetched =
  /\b(?:system|popen|subprocess\.\w+|exec\w*|spawn\w*|run|call|check_output|Popen)\s*\([^;\n]{0,200}(?:urlopen|requests\.get|httpx\.get|fetch\(|file_get_contents|Net::HTTP|URI\.open)/
const evaluation =
  /(?<![\w.])(?:eval|exec|compile|execfile|Function|instance_eval|assert|create_function|loadstring|load|dofile|IEX|Invoke-Expression|__import__|vm\.\w+|runInThisContext)\b/
const decoding =
  /b64|base64|fromhex|unhexlify|hex2bin|decode|zlib|gzinflate|marshal|pickle\.loads|\b(?:un)?pack\b|atob|fromCharCode|\brot13\b/i
const starting = /\b(?:system|popen|subprocess|exec\w*|spawn\w*|child_process|shell_exec|passthru)\b/

function readProblems(folded: FoldedText, text: string, understood: boolean): Problem[] {
  const { code, strings } = folded
  const all = strings.join('\n')
  const problems: Problem[] = []
  if (
    /\bfork\b/.test(code) &&
    /\bfork\(\)\s+for\b|\bfor\b[^:\n]*(?:range|iter|count)[^:\n]*:\s*(?:os\.)?fork\b|\bfork\s+while\s+(?:fork|1|true)\b|\bwhile\b[^;{:]*[{:;]?\s*\{?\s*(?:os\.)?fork\b|\bloop\s*(?:\{|do)[^}]*fork\b|\bfor\s*\(\s*;;\s*\)[^}]*fork/.test(
      code,
    )
  )
    problems.push('fork-bomb')
  if (startsItselfForever(code)) problems.push('fork-bomb')
  if (network.test(code) && evaluation.test(code)) problems.push('remote-code')
  if (startsFetched.test(code)) problems.push('remote-code')
  if ((decoding.test(code) || folded.decodes) && (evaluation.test(code) || (starting.test(code) && !understood)))
    problems.push('decoded-code')
  if (sendsSecrets(folded)) problems.push('secrets-sent')
  if (isReverseShell(code, all)) problems.push('reverse-shell')
  if (
    /\b(?:execute|query|exec|raw|sql|do)\w*\W{0,3}\uE000/i.test(code) &&
    strings.some((value) => inspectSql(value).problems.length > 0)
  )
    problems.push('data-loss')
  if (/\bdropDatabase\s*\(|\.drop\s*\(\s*\)|\b(?:deleteMany|remove)\s*\(\s*\{\s*\}/.test(code))
    problems.push('data-loss')
  return text.includes('/inet/tcp/') || text.includes('/inet/udp/') ? [...problems, 'reverse-shell'] : problems
}

const endless =
  /\bwhile\s{0,9}\(?\s{0,9}(?:True|true|1|!0)\b|\bfor\s{0,9}\(\s{0,9};\s{0,9};\s{0,9}\)|\bset(?:Interval|Immediate)\(|\bloop\s{0,9}(?:\{|do\b)/g
const itself =
  /\bos\.fork\(|\b(?:spawn|exec\w*|fork|Popen|run|call|system|Process)\([^;\n]{0,120}(?:sys\.(?:executable|argv)|__file__|process\.(?:execPath|argv)|__filename|import\.meta\.(?:url|filename))/
/** Calls that a server with one process per connection makes. */
const waits = /\b(?:accept|waitpid|wait|sleep|recv|await|join)\(/

/** Whether an endless loop starts the program again in each round. */
function startsItselfForever(code: string): boolean {
  return [...code.matchAll(endless)].slice(0, 20).some(({ index }) => {
    const body = code.slice(index, index + 400)
    return itself.test(body) && !waits.test(body)
  })
}

function isReverseShell(code: string, strings: string): boolean {
  const connects =
    /\b(?:socket|fsockopen|TCPSocket|IO::Socket|net\.(?:connect|Socket|createConnection)|Socket)\b/.test(code) ||
    /\bsocket\b/.test(strings)
  const hasShell = /(?:^|[\s/"'])(?:ba|z|da|k)?sh\b|cmd\.exe/.test(strings)
  const wires = /\b(?:dup2|pty|subprocess|spawn|exec\w*|proc_open|system|shell_exec|popen|STDIN)\b/.test(code)
  const obeys = /\b(?:popen|exec\w{0,20}|system|spawn|run|call|check_output)\s*(?:\(\s*)?[a-z_$]\w{0,60}\s*[,)]/i.test(
    code,
  )
  return connects && ((wires && hasShell) || obeys)
}

/** Reads `eval("...")` and `exec("...")` of text in the same language. */
function readEvaluated(language: Language, { code, strings }: FoldedText): Inspection {
  const pattern = new RegExp(
    `(?<![\\w.])(?:eval|exec|instance_eval|Function|loadstring|load)\\s*(?:\\(\\s*)?(?:compile\\s*\\(\\s*)?${literal}`,
    'g',
  )
  const parts = [...code.matchAll(pattern)]
    .map(([, index]) => strings[Number(index)] ?? '')
    .map((text) => inspectGeneral(language, text))
  return { inner: parts.flatMap((part) => part.inner), problems: parts.flatMap((part) => part.problems) }
}

function shell(text: string): Inner {
  return { kind: 'shell', program: fromText(text) }
}
