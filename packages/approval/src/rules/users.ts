import { asksForHelp, hasFlag, type Rule } from './rule.js'

export const userRules: readonly Rule[] = [
  {
    reason: 'It creates, changes or removes users or groups of this machine.',
    programs: [
      'useradd',
      'userdel',
      'usermod',
      'adduser',
      'deluser',
      'groupadd',
      'groupdel',
      'groupmod',
      'addgroup',
      'delgroup',
      'gpasswd',
      'chpasswd',
      'chgpasswd',
      'newusers',
      'chage',
      'vipw',
      'vigr',
      'visudo',
      'sysadminctl',
      'dseditgroup',
      'faillock',
      'pwconv',
      'newgrp',
      'homectl',
    ],
    test: ({ args, invocation: { name } }) =>
      !asksForHelp(args) &&
      !(name === 'chage' && hasFlag(args, 'l', 'list')) &&
      !(name === 'visudo' && hasFlag(args, 'c', 'check')),
  },
  {
    reason: 'It changes a password or a login shell.',
    programs: ['passwd', 'chsh', 'chfn', 'smbpasswd'],
    test: ({ args }) => !asksForHelp(args) && !hasFlag(args, 'S', 'status'),
  },
  {
    reason: 'It changes users of this machine.',
    programs: ['dscl', 'net'],
    test: ({ args }) => args.some((arg) => /^-?(?:create|delete|append|passwd|user)$/.test(arg)),
  },
  {
    reason: 'It hands a password to sudo.',
    programs: ['sudo'],
    test: ({ args, invocation }) => {
      const end = args.findIndex((arg) => !arg.startsWith('-'))
      return invocation.stdin !== undefined && hasFlag(args.slice(0, end < 0 ? undefined : end), 'S', 'stdin')
    },
  },
]
