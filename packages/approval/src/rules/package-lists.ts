import { isWorseThan } from '../words/data.js'
import { operandsOf, type Rule, type Subject } from './rule.js'

const installers =
  'npm pnpm yarn bun npx bunx pnpx pip pip3 pipx uv uvx poetry conda gem cargo go brew apt apt-get dnf apk'.split(' ')
const installing = /^(?:install|i|in|ins|add|a|exec|x|dlx|run|global|tool|pip|get|create|init)$/

export const packageListRules: readonly Rule[] = [
  {
    reason: 'It installs or runs packages that something on the network chooses.',
    programs: installers,
    test: (subject) => takesRemoteNames(subject) || takesRemoteList(subject),
  },
]

/** `npm install $(curl ...)`, `curl ... | xargs pip install`. */
function takesRemoteNames({ invocation: { argv, name }, args }: Subject): boolean {
  const mayInstall = /x$/.test(name) || installing.test(operandsOf(args)[0] ?? '')
  return mayInstall && argv.slice(1).some(({ origin, content }) => origin === 'remote' || content?.origin === 'remote')
}

/** `curl ... | pip install -r -`. */
function takesRemoteList({ invocation: { stdin }, args }: Subject): boolean {
  if (!stdin || !isWorseThan(stdin.origin, 'file')) return false
  return args.some((arg) =>
    /^(?:-|(?:-r|-c|--requirements?=|--constraints?=)?(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0))$/.test(arg),
  )
}
