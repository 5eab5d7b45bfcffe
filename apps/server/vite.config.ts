import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      external: [/testing-mode\/testing-mode\.ts$/, 'pg-native', 'bufferutil', 'utf-8-validate'],
      input: {
        main: 'src/main.ts',
        admin: 'src/admin/main.ts',
        'stack-thread': 'src/server-agents/media/stack-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
