/** The dependency rules of ARCHITECTURE.md, checked by `npm run check`. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

export default {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }, 'A cycle means two files are one idea.'),
    forbid(
      'sip-alone',
      { path: '^packages/(sip|realtime-text|api-contract)/' },
      { path: '^(packages|apps)/(?!$1/)', pathNot: '^packages/$1/' },
      'These packages import nothing of ours.',
    ),
    forbid(
      'call-core-down',
      { path: '^packages/call-core/', pathNot: '\\.test\\.ts$' },
      { path: '^(packages|apps)/', pathNot: '^packages/(call-core|realtime-text)/' },
      'call-core uses realtime-text only.',
    ),
    forbid('no-package-to-app', { path: '^packages/' }, { path: '^apps/' }, 'Packages never reach up.'),
    forbid(
      'door-only',
      { path: '^(apps|packages)/([^/]+)/' },
      {
        path: '^packages/([^/]+)/src/(?!index\\.ts$|exact/(exact-machine|text-frame)\\.ts$|replaces\\.ts$|geolocation/pidf-lo\\.ts$|second-call/second-call\\.ts$|screen/screen-machine\\.ts$|three-people/three-people\\.ts$|transfer/transfer-machine\\.ts$)',
        pathNot: '^packages/$2/',
      },
      'A package is entered by its index.ts, or by what its package.json names for code that is loaded later.',
    ),
    forbid(
      'test-kit-in-tests',
      { path: '^(apps|packages)/(?!test-kit)', pathNot: '\\.test\\.tsx?$' },
      { path: '^packages/test-kit/' },
      'Fakes are for tests.',
    ),
    forbid(
      'testing-in-tests',
      { path: '^(apps|packages)/', pathNot: '\\.test\\.tsx?$|/testing/|^apps/web/src/gallery/' },
      { path: '/testing/|^apps/(web/src/gallery|server/src/attacks)/' },
      'Fixtures, test phones, attackers and the gallery are no part of the product.',
    ),
    forbid(
      'gallery-above-fixtures',
      { path: '^apps/web/src/testing/' },
      { path: '^apps/web/src/gallery/' },
      'The gallery shows what the fixtures make.',
    ),
    forbid(
      'web-server-apart',
      { path: '^apps/web/' },
      { path: '^apps/server/' },
      'The apps meet over the wire.',
    ),
    forbid(
      'server-web-apart',
      { path: '^apps/server/' },
      { path: '^apps/web/' },
      'The apps meet over the wire.',
    ),
    forbid(
      'server-no-call-core',
      { path: '^apps/server/' },
      { path: '^packages/call-core/' },
      'call-core belongs to the client.',
    ),
    forbid(
      'platform-from-main-only',
      {
        path: '^apps/web/src/(?!platform/|main\\.tsx|main-[\\w-]+\\.ts|notification-worker\\.ts|.*\\.test\\.)',
      },
      { path: '^apps/web/src/platform/' },
      'Only the composition root knows adapters.',
    ),
    forbid(
      'platform-down',
      { path: '^apps/web/src/platform/' },
      { path: '^apps/web/src/(app|features|ui)/' },
      'Adapters know no screens.',
    ),
    forbid(
      'ui-alone',
      { path: '^apps/web/src/ui/' },
      { path: '^(apps/web/src/(?!ui/)|packages/)' },
      'The design system has no domain word.',
    ),
    forbid(
      'features-apart',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/(features/(?!$1/)|app/|platform/|main)' },
      'A feature never imports another.',
    ),
    forbid(
      'client-down',
      { path: '^apps/web/src/client/' },
      { path: '^apps/web/src/(app|features|platform|ui)/' },
      'The binding knows no screens and no adapters.',
    ),
    forbid(
      'domain-pure',
      { path: '^apps/server/src/domain/', pathNot: '\\.test\\.ts$' },
      { path: '^(apps/server/src/(?!domain/)|node:)' },
      'Domain rules do no I/O.',
    ),
    forbid(
      'server-rooms',
      { path: '^apps/server/src/(http|sip|stun|server-agents|metrics)/', pathNot: '\\.test\\.ts$' },
      {
        path: '^apps/server/src/(http|sip|stun|server-agents|metrics|composition|main)',
        pathNot: '^apps/server/src/$1/',
      },
      'Listeners meet in main.ts and composition/ only.',
    ),
    forbid(
      'testing-mode-from-main-only',
      { path: '^apps/server/src/(?!testing-mode/|main\\.ts$)' },
      { path: '^apps/server/src/testing-mode/' },
      'What breaks things on purpose is composed around the product, which knows nothing of it.',
    ),
    forbid(
      'storage-down',
      { path: '^apps/server/src/storage/' },
      { path: '^apps/server/src/(http|sip|stun|server-agents|metrics|admin|composition|main)' },
      'Storage serves the others.',
    ),
    forbid(
      'unresolved',
      {},
      { couldNotResolve: true, pathNot: '^(virtual:|vitest/browser$)' },
      'Every import must exist.',
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(\\.tsc|dist|dist-server|coverage)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
