import { hasFlag, operandsOf, type Rule, subcommandOf } from './rule.js'

const stopping =
  /^(?:stop|restart|try-restart|reload-or-restart|disable|mask|kill|isolate|reset|revert|force-stop|bootout|unload|remove|delete|stop-all)$/

export const serviceRules: readonly Rule[] = [
  {
    reason: 'It stops, restarts or switches off a service.',
    programs: [
      'systemctl',
      'launchctl',
      'rc-service',
      'rc-update',
      'supervisorctl',
      'initctl',
      'svc',
      'sv',
      'brew',
      'pm2',
      'monit',
    ],
    test: ({ args, invocation: { name } }) =>
      name === 'brew'
        ? args[0] === 'services' && stopping.test(args[1] ?? '')
        : name === 'pm2'
          ? /^(?:kill|delete)$/.test(subcommandOf(args))
          : args.some((arg) => stopping.test(arg)) ||
            (/^svc?$/.test(name) && (hasFlag(args, 'dkx') || args[0] === 'down')),
  },
  {
    reason: 'It stops or restarts a service.',
    programs: ['service', 'invoke-rc.d'],
    test: ({ args }) => stopping.test(operandsOf(args)[1] ?? ''),
  },
  {
    reason: 'It stops or restarts a service.',
    test: ({ invocation, args }) => /\/init\.d\//.test(invocation.argv[0]?.text ?? '') && stopping.test(args[0] ?? ''),
  },
  {
    reason: 'It changes the firewall.',
    programs: ['iptables', 'ip6tables', 'ebtables', 'arptables', 'iptables-legacy', 'iptables-nft'],
    test: ({ args }) =>
      hasFlag(
        args,
        'ADIRFZXPNE',
        'append',
        'delete',
        'insert',
        'replace',
        'flush',
        'policy',
        'new-chain',
        'delete-chain',
      ),
  },
  {
    reason: 'It changes the firewall.',
    programs: ['iptables-restore', 'ip6tables-restore', 'pfctl'],
    test: ({ args, invocation: { name } }) => name !== 'pfctl' || hasFlag(args, 'defFk'),
  },
  {
    reason: 'It changes the firewall.',
    programs: ['nft'],
    test: ({ args }) =>
      /^(?:flush|add|delete|insert|replace|destroy|create|reset)$/.test(subcommandOf(args)) ||
      hasFlag(args, 'f', 'file'),
  },
  {
    reason: 'It changes the firewall.',
    programs: ['ufw'],
    test: ({ args }) => args.length > 0 && !/^(?:status|show|version|app|)$/.test(subcommandOf(args)),
  },
  {
    reason: 'It changes the firewall.',
    programs: ['firewall-cmd'],
    test: ({ args }) =>
      args.some((arg) =>
        /^--(?:add|remove|set|delete|new|panic-on|reload|complete-reload|runtime-to|change)/.test(arg),
      ),
  },
  {
    reason: 'It changes the network of the machine.',
    programs: ['ip', 'ifconfig', 'route', 'nmcli'],
    test: ({ args, invocation: { name } }) =>
      name === 'ifconfig' ? args.includes('down') : args.some((arg) => /^(?:del|delete|flush|down|off)$/.test(arg)),
  },
]
