import { asksForHelp, hasFlag, type Rule } from './rule.js'

export const deleteRules: readonly Rule[] = [
  {
    reason: 'It deletes a folder with everything in it.',
    programs: ['rm', 'srm', 'wipe', 'gio'],
    test: ({ args }) => hasFlag(args, 'rR', 'recursive', 'dir') && !asksForHelp(args),
  },
  {
    reason: 'It deletes every file of a list that is not known beforehand.',
    programs: ['rm', 'unlink', 'shred', 'rmdir', 'srm', 'trash'],
    test: ({ invocation }) => invocation.bulk,
  },
  {
    reason: 'It deletes a folder with everything in it.',
    programs: ['rimraf', 'del', 'del-cli', 'rmtree', 'deltree'],
    test: ({ args }) => args.length > 0 && !asksForHelp(args),
  },
  {
    reason: 'It deletes a folder with everything in it.',
    programs: ['cmd', 'cmd.exe'],
    test: ({ args }) =>
      args.some((arg) => /\b(?:rd|rmdir|del|erase)\b/i.test(arg)) && args.some((arg) => /(?:^|\s)\/s\b/i.test(arg)),
  },
  {
    reason: 'It empties the trash.',
    programs: ['trash-empty', 'gio'],
    test: ({ args, invocation: { name } }) => !asksForHelp(args) && (name !== 'gio' || args.includes('--empty')),
  },
  {
    reason: 'It deletes everything at the destination that is missing at the source.',
    programs: ['rsync'],
    test: ({ args }) =>
      args.some((arg) => /^--del(?:e|et|ete|ete-\w+)?$|^--remove-(?:source|sent)-files$/.test(arg)) &&
      !hasFlag(args, 'n', 'dry-run'),
  },
  {
    reason: 'It deletes or empties files beyond recovery.',
    programs: ['shred', 'srm', 'wipe'],
    test: ({ args }) => !asksForHelp(args) && args.some((arg) => !arg.startsWith('-')),
  },
  {
    reason: 'It removes a whole folder from its place.',
    programs: ['mv', 'rm'],
    test: ({ removed, paths }) => removed.some(paths.isProtectedFolder),
  },
  {
    reason: 'It throws files away by moving them to the null device.',
    programs: ['mv'],
    test: ({ args }) => args.at(-1) === '/dev/null',
  },
  {
    reason: 'It deletes private keys, and what is encrypted for them stays encrypted.',
    programs: ['gpg', 'gpg2'],
    test: ({ args }) => args.some((arg) => /^--delete-secret/.test(arg)),
  },
]
