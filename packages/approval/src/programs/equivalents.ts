import { fromText, UNKNOWN } from '../words/data.js'
import type { Inner } from '../words/invocation.js'
import type { FoldedText } from './fold-literals.js'

interface Equivalent {
  /** Matches a call up to its arguments. */
  readonly call: RegExp
  /** A further condition on the arguments. */
  readonly needs?: RegExp
  toCommand(first: string, args: string, strings: readonly string[]): Inner
}

const table: readonly Equivalent[] = [
  {
    call: /\b(?:shutil\.rmtree|rmtree|remove_tree|FileUtils\.(?:rm_rf|rm_r|remove_dir|remove_entry\w*|rmtree)|rm_rf|rm_r|rimraf(?:\.sync)?|removeSync|emptyDirSync|fse?\.remove|del(?:ete)?Sync|delete-directory|File::Path::\w+|removeRecursive)\s*\(?/g,
    toCommand: (path) => command('rm', '-r', path),
  },
  {
    call: /\b(?:rmSync|rmdirSync|rm|rmdir|Deno\.remove(?:Sync)?)\s*\(/g,
    needs: /recursive\W{1,4}(?:true|!0|1)/,
    toCommand: (path) => command('rm', '-r', path),
  },
  {
    call: /\b(?:os\.(?:remove|unlink|rmdir)|unlink(?:Sync)?|File\.delete|delete-file)\s*\(?/g,
    toCommand: (path) => command('rm', path),
  },
  {
    call: /(?<![\w.])open\s*\(|\b(?:writeFile(?:Sync)?|appendFile(?:Sync)?|createWriteStream|file_put_contents|fopen|File\.(?:write|open)|io\.open|os\.open|write-region)\s*\(?/g,
    needs: /\uE000|file_put_contents/,
    toCommand: (path, args, strings) => (opensForWriting(args, strings) ? write(path) : command('cat', path)),
  },
  {
    call: /\b(?:readFile(?:Sync)?|createReadStream|file_get_contents|File\.read|IO\.read|readfile)\s*\(?/g,
    needs: /\uE000/,
    toCommand: (path) => command('cat', path),
  },
  { call: /\bPath\s*\(/g, needs: /\)\s*\.\s*(?:write_|open\()/, toCommand: (path) => write(path) },
  {
    call: /\b(?:os\.kill|process\.kill|Process\.kill|posix_kill)\s*\(|(?<![\w.])kill\s*\(?/g,
    needs: /-\s*1\b/,
    toCommand: (first, args) =>
      /^\s*-\s*1\s*[,)]|,\s*-\s*1\s*[);]?/.test(args) ? command('kill', '-9', '-1') : command('kill', first),
  },
  {
    call: /\b(?:os\.chmod|chmodSync|chmod|File\.chmod)\s*\(/g,
    toCommand: (path, args) => command('chmod', /0?o?([0-7]{3,4})\b/.exec(args)?.[1] ?? '644', path),
  },
  {
    call: /\b(?:urlopen|urlretrieve|requests\.\w+|httpx\.\w+|fetch|http\.get|https\.get|axios(?:\.\w+)?|file_get_contents|Net::HTTP\.\w+|URI\.\w+|URI|getstore|get|open)\s*\(?/g,
    needs: /^[^\uE000]{0,20}\uE000/,
    toCommand: (url) => (/^https?:\/\//i.test(url) ? command('curl', url) : { kind: 'command', argv: [] }),
  },
  {
    call: /\bpsutil\.(?:process_iter|pids)\s*\(/g,
    needs: /\.\s*(?:kill|terminate|send_signal)\b/,
    toCommand: () => command('pkill', '.'),
  },
  { call: /\bos\.(?:reboot|shutdown)\s*\(/g, toCommand: () => command('reboot') },
]

/** Translates calls that act without a shell to the equivalent command: `shutil.rmtree('/')` is `rm -r /`. */
export function equivalents({ code, strings }: FoldedText): Inner[] {
  const found: Inner[] = []
  for (const { call, needs, toCommand } of table) {
    for (const match of code.matchAll(call)) {
      const args = argumentsAfter(code, match.index + match[0].length)
      if (needs && !needs.test(args)) continue
      found.push(toCommand(firstText(args, strings), args, strings))
    }
  }
  return found.filter((inner) => inner.kind !== 'command' || inner.argv.length > 0 || inner.redirects !== undefined)
}

function argumentsAfter(code: string, start: number): string {
  const end = code.slice(start, start + 400).search(/[;\n]/)
  return code.slice(start, start + (end < 0 ? 400 : end))
}

/** Returns the first argument when it is a string, or a call around one: `rmtree(Path('/'))`. */
function firstText(args: string, strings: readonly string[]): string {
  const match = /^[\s([]*(?:(?:[\w.]+\s*\(\s*)?[fbru]{0,2}\uE000(\d+)\uE001)/.exec(args)
  const home = /^[\s([]*(?:os\.path\.expanduser|Path\.home|os\.homedir|Dir\.home|process\.env\.HOME)/.test(args)
  if (home) return match?.[1] === undefined ? '~' : (strings[Number(match[1])] ?? UNKNOWN)
  return match?.[1] === undefined ? UNKNOWN : (strings[Number(match[1])] ?? UNKNOWN)
}

function opensForWriting(args: string, strings: readonly string[]): boolean {
  const mode = /^[^\uE000]*\uE000\d+\uE001[\s)]*,\s*(?:mode\s*=\s*)?\uE000(\d+)\uE001/.exec(args)?.[1]
  if (mode === undefined) return /O_(?:WRONLY|RDWR)/.test(args)
  const text = strings[Number(mode)] ?? ''
  return /^[rwabx+t>]{1,4}$/.test(text) ? /[wax+>]/.test(text) : true
}

function command(...words: readonly string[]): Inner {
  return { kind: 'command', argv: words.map((word) => fromText(word)) }
}

function write(path: string): Inner {
  return { kind: 'command', argv: [], redirects: [{ operator: '>', target: fromText(path) }] }
}
