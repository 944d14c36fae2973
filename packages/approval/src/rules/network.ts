import { isWorseThan } from '../words/data.js'
import { isLoopback, isMetadataAddress, networkPrograms } from '../words/remote-hosts.js'
import { namesCredential } from './credential-words.js'
import { hasFlag, operandsOf, type Rule, type Subject } from './rule.js'

const readers = new Set(
  'cat less more head tail bat xxd od hexdump strings base64 base32 nl tac grep egrep rg awk sed cut sort cp tar zip gzip 7z gpg openssl view vim vi nano jq yq rev tee dd tr'.split(
    ' ',
  ),
)

/** Whether a file is sent: `-d @file`, `-F x=@file`, `-T file`. */
function sendsFile({ args, paths, invocation, resolve }: Subject): boolean {
  return invocation.argv.slice(1).some((word, index) => {
    const attached =
      /(?:^|=)[@<]([^;]+)/.exec(word.text)?.[1] ??
      /^--(?:post-file|body-file|upload-file)=(.*)$/.exec(word.text)?.[1] ??
      /^-[TdF]@?([/~.].*)$/.exec(word.text)?.[1]
    const isUpload = /^(?:-T|--upload-file|--post-file|--body-file)$/.test(args[index - 1] ?? '')
    const name = attached ?? (isUpload ? word.text : undefined)
    const path = name === undefined ? undefined : resolve({ ...word, text: name })
    return path !== undefined && (paths.mayHoldSecrets(path) || /^\/etc\/(?:passwd|shadow|group|hosts)$/.test(path))
  })
}

export const networkRules: readonly Rule[] = [
  {
    reason: 'It asks the cloud’s metadata service, which hands out the machine’s credentials.',
    programs: networkPrograms,
    test: ({ args }) =>
      args.some(
        (arg) =>
          isMetadataAddress(arg.replace(/^(?:--url=|-[A-Za-z]+=)/, '')) ||
          (/:80:|connect-to|resolve/.test(arg) && arg.includes('169.254.169.254')),
      ),
  },
  { reason: 'It sends a file with credentials over the network.', programs: networkPrograms, test: sendsFile },
  {
    reason: 'It sends credentials over the network.',
    programs: networkPrograms,
    test: ({ invocation }) => invocation.stdin?.secret === true || invocation.argv.some((word) => word.secret),
  },
  {
    reason: 'It copies a file with credentials to another machine.',
    programs: ['scp', 'rsync', 'sftp', 'rclone', 'aws', 'gsutil', 's3cmd', 'gh', 'mail', 'mailx', 'mutt', 'ftp'],
    test: ({ invocation, resolve, paths, args }) => {
      const leaves =
        args.some((arg) => /^(?:[\w.-]+@)?[\w.-]+:|^\w+:\/\//.test(arg)) ||
        /^(?:mail|mailx|mutt|ftp|gh)$/.test(invocation.name)
      const files = invocation.argv
        .slice(1)
        .filter((_word, index) => !/^(?:-[iFo]|--identity)$/.test(args[index - 1] ?? ''))
      return leaves && files.some((word) => !word.text.startsWith('-') && paths.mayHoldSecrets(resolve(word) ?? ''))
    },
  },
  {
    reason: 'It sends data through a raw connection to another machine.',
    programs: ['nc', 'ncat', 'netcat', 'telnet', 'socat', 'openssl'],
    test: ({ invocation: { stdin }, args }) =>
      stdin !== undefined &&
      (isWorseThan(stdin.origin, 'command') || stdin.secret) &&
      !hasFlag(args, 'l', 'listen') &&
      !args.some(isLoopback) &&
      args[0] !== 'enc' &&
      args[0] !== 'dgst' &&
      operandsOf(args).length > 0 &&
      !isOpensslFilter(args),
  },
  {
    reason: 'It moves or deletes a private key or stored credentials.',
    test: ({ removed, paths }) => removed.some(paths.isCredential),
  },
  {
    reason: 'It reads a private key or stored credentials.',
    test: ({ args, invocation, resolve, paths }) =>
      [
        ...(readers.has(invocation.name) ? invocation.argv.slice(1) : []),
        ...(invocation.name === 'curl' ? invocation.argv.filter(({ text }) => /^(?:--url=)?file:/i.test(text)) : []),
        ...(invocation.name === 'git' && args.includes('--no-index') ? invocation.argv.slice(1) : []),
        ...invocation.redirects.filter(({ operator }) => operator === '<').map(({ target }) => target),
      ].some((word) => namesCredential(word, { resolve, paths })),
  },
  {
    reason: 'It shows the variables of other programs, which may hold credentials.',
    programs: ['ps'],
    // Without a dash, `e` means the environment.
    test: ({ args: [first = ''] }) => /^[a-z]+$/.test(first) && first.includes('e'),
  },
  {
    reason: 'It runs code that comes from the network.',
    programs: ['deno', 'npx', 'bunx', 'pnpx', 'uvx', 'pipx'],
    test: ({ args, invocation: { name } }) =>
      name === 'deno'
        ? /^(?:run|serve|test|eval|install|bench)$/.test(args[0] ?? '') && args.some((arg) => /^https?:/.test(arg))
        : /^(?:git\+)?https?:/.test(operandsOf(args, /^(?:--from|--with|-p|--package)$/)[0] ?? ''),
  },
  {
    reason: 'It opens a shell to another machine.',
    programs: ['nc', 'ncat', 'netcat', 'socat', 'telnet'],
    test: ({ args, invocation }) =>
      hasFlag(
        args,
        invocation.name === 'socat' || invocation.name === 'telnet' ? '' : 'ec',
        'exec',
        'sh-exec',
        'lua-exec',
      ) ||
      args.some((arg) => /^(?:exec|system|shell):/i.test(arg)) ||
      invocation.stdin?.shellOutput === true,
  },
  {
    reason: 'It opens a connection to another machine through the shell itself.',
    test: ({ invocation }) => {
      const connection = invocation.redirects.find(({ target }) => /^\/dev\/(?:tcp|udp)\//.test(target.text))
      if (!connection) return false
      const isProbe =
        invocation.name !== 'exec' &&
        !/sh$/.test(invocation.name) &&
        isLoopback(connection.target.text.split('/')[3] ?? '')
      return !isProbe
    },
  },
  {
    reason: 'It lets another machine show windows or take input here.',
    programs: ['xterm', 'xhost'],
    test: ({ args, invocation: { name } }) =>
      name === 'xhost' ? args.includes('+') : hasFlag(args, '', 'display') || args.includes('-display'),
  },
]

function isOpensslFilter(args: readonly string[]): boolean {
  return /^(?:enc|dgst|base64|x509|rsa|req|pkcs\w+|rand|sha\w+|md5|asn1parse|verify|genrsa|ec|pkey)$/.test(
    args[0] ?? '',
  )
}
