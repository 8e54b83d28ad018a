import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs anyway travels as one file: a dozen small ones compress worse and cost a request each.
            codeSplitting: {
              groups: [
                {
                  name: "shell",
                  test: /src\/web\/(ui|lib|layout)\/|src\/contracts|site\.config|lucide-react/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
  // Found only when the first page asks for it, which would make a fresh development server reload that page.
  optimizeDeps: { include: ["lucide-react"] },
});
