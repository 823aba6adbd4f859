# Makes the virtual environment of the deployed tests, or uses the one that is there. To be sourced from the repository's
# root. cfn-lint, which checks the template against AWS's own resource schemas, lives there too.
venv_packages=(ministack==1.5.33 cfn-lint==1.58.0)
venv_mark=.deployed/venv/made-for-${venv_packages[*]//[ =]/-}
if [[ ! -e ${venv_mark// /_} ]]; then
  rm -rf .deployed/venv
  python3 -m venv .deployed/venv
  .deployed/venv/bin/python -m pip install --quiet --disable-pip-version-check "${venv_packages[@]}"
  touch "${venv_mark// /_}"
fi
