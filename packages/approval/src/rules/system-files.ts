import type { Rule } from './rule.js'

const ownership = ['chmod', 'chown', 'chgrp', 'chattr', 'setfacl']

export const systemFileRules: readonly Rule[] = [
  {
    reason: 'It writes to a file of the system.',
    test: ({ written, paths }) => written.some((path) => paths.isSystemFile(path) || path === '/'),
  },
  {
    reason: 'It deletes or moves a file of the system.',
    test: ({ removed, paths }) => removed.some(paths.isSystemFile),
  },
  {
    reason: 'It changes who may use a file of the system.',
    programs: ownership,
    test: ({ invocation, resolve, paths }) =>
      invocation.argv.slice(1).some((word) => /^[/~]|\.\./.test(word.text) && paths.isSystemFile(resolve(word) ?? '')),
  },
  {
    reason: 'It changes settings of the running system.',
    programs: [
      'sysctl',
      'setenforce',
      'modprobe',
      'insmod',
      'rmmod',
      'hostnamectl',
      'timedatectl',
      'dpkg-reconfigure',
      'update-grub',
      'grub-install',
      'update-initramfs',
      'nvram',
      'csrutil',
      'spctl',
      'auditctl',
      'aa-disable',
      'aa-teardown',
      'ldconfig',
    ],
    test: ({ args, invocation: { name } }) => {
      if (name === 'sysctl')
        return args.some((arg) => /^(?:-w|--write|-p|--system)$/.test(arg) || /^[\w.-]+=/.test(arg))
      if (/ctl$/.test(name) && name !== 'auditctl')
        return args.some((arg) => /^(?:set-|disable|--master-disable)/.test(arg))
      return name === 'ldconfig' ? false : args.length > 0 || /^update-|grub|teardown/.test(name)
    },
  },
]
