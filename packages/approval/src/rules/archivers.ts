import { asksForHelp, hasFlag, operandsOf, type Rule, type Subject } from './rule.js'

const reason = 'It deletes the files that it packs, copies or compares.'

/** Whether the program deletes what it has packed or copied. */
export function deletesSources({ args, invocation: { name, environment } }: Subject): boolean {
  if (name === 'rsync') return args.some((arg) => /^--remove-(?:source|sent)-files$/.test(arg))
  if (name === 'zip') return hasFlag([...wordsOf(environment.get('ZIPOPT')?.text), ...args], 'm', 'move')
  if (/^p?7z/.test(name)) return args.some((arg) => /^-sdel$/i.test(arg))
  return [...args, ...wordsOf(environment.get('TAR_OPTIONS')?.text)].some((arg) =>
    /^--?remove-?f(?:i(?:l(?:es?)?)?)?$/.test(arg),
  )
}

/** Programs that delete files as a side effect. */
export const archiverRules: readonly Rule[] = [
  {
    reason,
    programs: ['tar', 'gtar', 'bsdtar', 'star', 'zip', '7z', '7za', '7zr', '7zz', 'p7zip'],
    test: deletesSources,
  },
  {
    reason,
    programs: ['rar', 'arj', 'lha'],
    test: ({ args, invocation: { name } }) =>
      /^-?m[a-z]*$/.test(operandsOf(args)[0] ?? '') || (name === 'rar' && args.some((arg) => /^-d[frw]$/.test(arg))),
  },
  {
    reason,
    programs: ['rclone'],
    test: ({ args }) =>
      /^(?:move|moveto|sync|bisync|rmdirs|cleanup)$/.test(operandsOf(args)[0] ?? '') &&
      !asksForHelp(args) &&
      !args.some((arg) => /^--dry-run$|^-[a-z]*n/.test(arg)),
  },
  {
    reason,
    programs: ['unison'],
    test: ({ args }) => args.some((arg) => /^--?(?:batch|force|prefer|auto)(?:=|$)/.test(arg)),
  },
  {
    reason,
    programs: ['lftp'],
    test: ({ args }) =>
      args.some((arg) => /\bmirror\b/.test(arg) && /\s(?:--delete|--Remove-|(?:-e|--Move)(?:\s|$))/.test(arg)),
  },
]

function wordsOf(text = ''): readonly string[] {
  return text.split(/\s+/)
}
