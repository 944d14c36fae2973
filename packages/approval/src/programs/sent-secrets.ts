import { nameKind } from '@hermes/safety/redact'
import { isOwnHost } from '../words/own-hosts.js'
import { isLoopback } from '../words/remote-hosts.js'
import type { FoldedText } from './fold-literals.js'
import { literal } from './program-text.js'

const connecting =
  /\bfetch\s*\(|\b(?:urlopen|urllib|requests\.\w+|httpx|aiohttp|http\.client|https?\.(?:get|post|request)|axios|got|superagent|XMLHttpRequest|LWP|HTTP::Tiny|Net::HTTP|URI\.(?:open|parse)|file_get_contents|curl_exec|fsockopen|sendto|create_connection|TCPSocket|IO::Socket|Deno\.connect|Invoke-(?:WebRequest|RestMethod))\b/
const networkModule = /^(?:node:)?(?:https?|http2|net|tls|dgram|dns|axios|got|undici|node-fetch|socket)$/

/** Matches one variable of the environment, by its name in the code or in a string. */
const oneVariable = new RegExp(
  String.raw`\b(?:process|Bun|import\.meta)\.env\.(\w+)|\$ENV\{\s*(\w+)|(?:\b(?:process|Bun)\.env\s*\[|\bos\.environ\s*\[|\bos\.environ\.get\(|\b(?:os\.)?getenv\(|\bENV(?:\.fetch\(|\[)|\$ENV\{|\bDeno\.env\.get\(|\$_(?:ENV|SERVER)\[)\s*${literal}`,
  'g',
)
/** Matches access to the whole environment, except where it is passed to a child process. */
const allVariables =
  /(?<!\benv\s{0,5}[:=]\s{0,5})(?:\bprocess\.env\b(?!\s*[.[])|\bos\.environ\b(?!\s*\[|\.get\b|\.setdefault\b|\.update\b)|\bDeno\.env\.toObject\b|\bENV\.(?:to_\w+|map|each|inspect)|%ENV\b|\bgetenv\(\s*\))/

const login = /authorization|bearer|api-?key|private-token|x-[\w-]{0,40}(?:token|key)/i

/** Whether a program sends credentials from its environment to a machine that they do not belong to. */
export function sendsSecrets({ code, strings }: FoldedText): boolean {
  if (!connecting.test(code) && !strings.some((text) => networkModule.test(text))) return false
  const hosts = strings.flatMap((text) => hostIn(text) ?? [])
  if (hosts.length > 0 && hosts.every(isLoopback)) return false
  if (allVariables.test(code)) return true
  const isLogin = strings.some((text) => login.test(text))
  return [...code.matchAll(oneVariable)]
    .map(([, dotted, braced, index]) => dotted ?? braced ?? strings[Number(index)] ?? '')
    .filter((name) => nameKind(name) !== undefined)
    .some((name) => !hosts.some((host) => isOwnHost(host, name, isLogin)))
}

function hostIn(text: string): string | undefined {
  return /\b(?:https?|wss?|ftp):\/\/(?:[^/@\s]*@)?(\[[\da-f:]+\]|[\w.-]+)/i.exec(text)?.[1]?.toLowerCase()
}
