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
            // What most pages need travels as two files, one of which changes only with the libraries: a dozen small ones
            // compress worse and cost a request each.
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                {
                  name: "shell",
                  test: /src\/web\/(ui|lib|art|enquiry|cart\/line-picture)|src\/contracts|site\.config/,
                  minShareCount: 3,
                },
                { name: "account", test: /src\/web\/account\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
});
